import assert from 'node:assert/strict';
import { faultsOf } from './check.js';

const hashes = [{ alg: 'SHA-512', content: '00' }];
const sbom = (...components: object[]) => faultsOf({ bomFormat: 'CycloneDX', components: components as never });

describe('the check of the SBOM', () => {
  it('passes licences of the list, alone or to choose', () => {
    const licences = [
      { license: { id: 'MIT' } },
      { expression: '(MIT OR CC0-1.0)' },
      { license: { name: 'GPL-3.0-only OR ISC' } },
    ];
    assert.deepEqual(
      sbom(...licences.map((licence) => ({ name: 'a', version: '1.0.0', hashes, licenses: [licence] }))),
      [],
    );
  });

  it('names packages of other licences or of none, and those without version or hash', () => {
    assert.deepEqual(
      sbom(
        { name: 'a', version: '1.0.0', hashes, licenses: [{ license: { id: 'GPL-3.0-only' } }] },
        { name: 'b', version: '1.0.0', hashes },
        { name: 'c', licenses: [{ license: { id: 'MIT AND GPL-3.0-only' } }] },
      ),
      [
        'a: licence GPL-3.0-only',
        'b: licence not said',
        'c: no version',
        'c: no hash',
        'c: licence MIT AND GPL-3.0-only',
      ],
    );
  });

  it('passes more licences of packages that only tests use', () => {
    const licenses = [{ license: { id: 'MPL-2.0' } }];
    const properties = [{ name: 'cdx:npm:package:development', value: 'true' }];
    assert.deepEqual(sbom({ name: 'a', version: '1.0.0', hashes, licenses, properties }), []);
    assert.deepEqual(sbom({ name: 'a', version: '1.0.0', hashes, licenses }), ['a: licence MPL-2.0']);
  });

  it('passes no empty list', () => {
    assert.equal(sbom().length, 1);
    assert.equal(faultsOf({}).length, 1);
  });
});
