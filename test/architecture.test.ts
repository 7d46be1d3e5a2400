import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const SERVER = fileURLToPath(new URL('../../server/', import.meta.url));

/** What each folder or file of server/ may import of it, besides itself and `COMMON`. */
const FOLDERS: Readonly<Record<string, string>> = {
  main: 'cli mcp http app config',
  cli: 'bulk mcp http app concepts embedding context readings terminology lexicon text db config',
  mcp: 'http app config',
  http: 'app fhir omop concepts context config',
  bulk: 'omop app db',
  fhir: 'app',
  omop: 'app',
  app: 'concepts embedding context readings terminology lexicon text db config',
  concepts: 'lexicon text db',
  context: 'lexicon text db',
  readings: 'lexicon text',
  terminology: 'text db',
  embedding: '',
  lexicon: 'text db',
  text: '',
  db: '',
  workbench: '',
};
/** What every folder may import. */
const COMMON = ['domain', 'errors', 'slices', 'wilson'];
/** What imports nothing of server/. */
const ALONE = [...COMMON, 'config'];

/** Which folders may import a library. */
const LIBRARIES: Readonly<Record<string, string>> = {
  '@electric-sql/pglite': 'db',
  '@electric-sql/pglite-pgvector': 'db',
  '@huggingface/tokenizers': 'embedding',
  '@koa/router': 'http',
  fhir: 'fhir',
  '@modelcontextprotocol/server': 'mcp',
  'jsonc-parser': 'http',
  koa: 'http',
  'koa-bodyparser': 'http',
  kysely: 'db',
  'lru-cache': 'concepts',
  'onnxruntime-node': 'embedding',
  pg: 'db',
  'pg-boss': 'bulk',
  'pg-copy-streams': 'db',
  pino: 'main http',
  'prom-client': 'http',
  'rate-limiter-flexible': 'app',
  uuid: 'fhir',
  yauzl: 'terminology',
  zod: 'config http mcp embedding cli',
};
/** Their types stand in signatures everywhere: who passes a connection on writes no SQL. */
const TYPES_ANYWHERE = ['kysely', 'pg'];

const IMPORT = /^(?:import|export)( type)? [^;]*?from '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm;
const folderOf = (file: string): string => /^\w+/.exec(path.relative(SERVER, file))?.[0] ?? '';

/** Why a file may not import something; undefined where it may. */
function objection(file: string, from: string, isType: boolean): string | undefined {
  const folder = folderOf(file);
  if (!from.startsWith('.')) {
    const library = from.split('/', from.startsWith('@') ? 2 : 1).join('/');
    if (from.startsWith('node:') || (isType && TYPES_ANYWHERE.includes(library))) return undefined;
    return LIBRARIES[library]?.split(' ').includes(folder) ? undefined : `${library} is not for ${folder}`;
  }
  const other = folderOf(path.resolve(path.dirname(file), from));
  const may = ALONE.includes(folder) ? [] : [...COMMON, ...(FOLDERS[folder]?.split(' ') ?? [])];
  return other === folder || may.includes(other) ? undefined : `${folder} may not import ${other}`;
}

describe('imports of server/', () => {
  it('point one way, and each library has its folder (docs/architecture.md)', () => {
    const files = readdirSync(SERVER, { recursive: true, encoding: 'utf8' }).filter((name) => /\.[jt]s$/.test(name));
    const objections = files.flatMap((name) => {
      const file = path.join(SERVER, name);
      return [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(([, type, ...from]) =>
        [name, objection(file, from.find(Boolean) ?? '', Boolean(type))].join(': '),
      );
    });
    assert.ok(objections.length > files.length);
    assert.deepEqual(
      objections.filter((line) => !line.endsWith(': ')),
      [],
    );
  });

  it('come from folders that stand in the table', () => {
    const known = [...Object.keys(FOLDERS), ...ALONE];
    assert.deepEqual(
      readdirSync(SERVER)
        .map((name) => folderOf(path.join(SERVER, name)))
        .sort(),
      known.sort(),
    );
  });

  it('load onnxruntime through one door, which has switched its telemetry off', () => {
    const files = readdirSync(SERVER, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
    const loading = files.filter((file) =>
      readFileSync(path.join(SERVER, file), 'utf8').includes("from 'onnxruntime-node'"),
    );
    assert.deepEqual(loading, ['embedding/onnxruntime.ts']);
  });
});
