import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failure, faultOf, Refusal } from '../../src/node/faults.ts';

function systemError(code: string, errno: number): Error {
  return Object.assign(new Error(`${code}: open '/home/ana/secret.md'`), { code, errno });
}

test('a missing file is absent', () => {
  assert.deepEqual(failure(systemError('ENOENT', -2)), { kind: 'absent' });
  assert.deepEqual(failure(systemError('ENOTDIR', -20)), { kind: 'absent' });
});

test('a failure is reported in words, never with a path', () => {
  const fault = (error: unknown) => {
    const failed = failure(error);
    return failed.kind === 'fault' ? failed.fault : failed;
  };
  assert.equal(fault(systemError('EACCES', -13)), 'denied');
  assert.equal(fault(systemError('EISDIR', -21)), 'notAFile');
  assert.equal(fault(systemError('EIO', -5)), 'io:i/o error');
  assert.equal(fault(systemError('ERR_SOMETHING', 0)), 'io:ERR_SOMETHING');
  assert.equal(fault('thrown'), 'io:unknown error');
});

test('reasons why a write fails have their own faults', () => {
  assert.equal(faultOf(systemError('ENOSPC', -28)), 'noSpace');
  assert.equal(faultOf(systemError('EDQUOT', -122)), 'noSpace');
  assert.equal(faultOf(systemError('EROFS', -30)), 'readOnly');
  assert.equal(faultOf(systemError('ENOTDIR', -20)), 'notADirectory');
  assert.equal(faultOf(systemError('ENOENT', -2)), 'io:no such file or directory');
  assert.equal(faultOf(new Refusal('busy')), 'busy');
});
