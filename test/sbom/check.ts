/** Reads a CycloneDX SBOM that npm wrote, and ends with 1 where a package has no version, no hash or a licence that is not on the list. */

import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** Licences under which a package may be used here, as SPDX names them; of several to choose from (`OR`) one is enough. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'PSF-2.0',
]);

/** The same for packages that only tests use, and nobody is handed. */
const ALLOWED_IN_TESTS = new Set(['MPL-2.0', 'Python-2.0']);
/** Packages of tests whose licence is a text of their own, which was read: free use, also changed and handed on. */
const READ_IN_TESTS = new Set(['@lhncbc/ucum-lhc']);
/** How npm marks what only development needs. */
const DEVELOPMENT = 'cdx:npm:package:development';

interface Licence {
  readonly license?: { readonly id?: string; readonly name?: string };
  readonly expression?: string;
}

export interface Sbom {
  readonly bomFormat?: string;
  readonly components?: readonly {
    readonly name: string;
    readonly version?: string;
    readonly hashes?: readonly unknown[];
    readonly licenses?: readonly Licence[];
    readonly properties?: readonly { readonly name: string; readonly value: string }[];
  }[];
}

/** What is wrong with an SBOM, a line a fault. */
export function faultsOf({ bomFormat, components = [] }: Sbom): string[] {
  if (bomFormat !== 'CycloneDX' || components.length === 0) return ['This is no CycloneDX list of packages.'];
  return components.flatMap(({ name, version, hashes = [], licenses = [], properties = [] }) => {
    const isOfTests = properties.some((property) => property.name === DEVELOPMENT && property.value === 'true');
    const said = licenses.map(({ license, expression }) => expression ?? license?.id ?? license?.name ?? '');
    return [
      ...(version ? [] : [`${name}: no version`]),
      ...(hashes.length > 0 ? [] : [`${name}: no hash`]),
      ...((said.length > 0 && said.every((each) => isAllowed(each, isOfTests))) ||
      (isOfTests && READ_IN_TESTS.has(name))
        ? []
        : [`${name}: licence ${said.join(', ') || 'not said'}`]),
    ];
  });
}

function isAllowed(expression: string, isOfTests: boolean): boolean {
  return expression
    .replace(/^\((.*)\)$/, '$1')
    .split(' OR ')
    .some((licence) => ALLOWED.has(licence) || (isOfTests && ALLOWED_IN_TESTS.has(licence)));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const sbom = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Sbom;
  const faults = faultsOf(sbom);
  process.stdout.write([...faults, `${sbom.components?.length ?? 0} packages, ${faults.length} faults`, ''].join('\n'));
  process.exitCode = faults.length > 0 ? 1 : 0;
}
