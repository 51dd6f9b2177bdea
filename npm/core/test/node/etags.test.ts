import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Etags, etagOf } from '../../src/node/etags.ts';

test('the etag of what was written last is that of its bytes, and of nothing else', () => {
  const etags = new Etags();
  for (const size of [10, 300 * 1024, 5 * 1024 * 1024]) {
    const written = Buffer.alloc(size, 'x');
    assert.equal(etags.ofWritten(written), etagOf(written));
    assert.equal(etags.of(Buffer.from(written)), etagOf(written));
    const changed = Buffer.from(written);
    changed[size - 1] = 0;
    assert.equal(etags.of(changed), etagOf(changed));
    assert.equal(etags.of(written.subarray(1)), etagOf(written.subarray(1)));
  }
});
