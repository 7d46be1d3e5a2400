import assert from 'node:assert/strict';
import { isSctid } from '../../server/terminology/sctid.js';

describe('an SCTID', () => {
  it('has 6 to 18 digits, a partition of its kind and a right check digit', () => {
    for (const id of ['22253000', '386661006', '195967001', '900000000000207008', '10031000315102'])
      assert.ok(isSctid(id, 'concept'), id);
    assert.ok(isSctid('680946014', 'description'));
    assert.ok(isSctid('100022', 'relationship'));
  });

  it('is refused with a wrong digit, two digits swapped, another kind or anything but digits', () => {
    for (const id of ['22253001', '22235000', '022253000', '2225300', 'abc', '', '22253000 ', '1'.repeat(19)])
      assert.ok(!isSctid(id, 'concept'), id);
    assert.ok(!isSctid('22253000', 'description'));
    assert.ok(!isSctid('680946014', 'concept'));
  });
});
