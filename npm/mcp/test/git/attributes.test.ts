import assert from 'node:assert/strict';
import { test } from 'node:test';
import { patternFor, withoutPlans, withPlans } from '../../src/git/attributes.ts';

const PATTERN = patternFor('.long-term-plan');
const LINE = `${PATTERN} text eol=lf merge=long-term-plan\n`;

test('a new line also settles the line endings', () => {
  assert.equal(withPlans('', PATTERN, false), LINE);
  assert.equal(withPlans(LINE, PATTERN, false), LINE);
  assert.equal(withoutPlans(LINE, PATTERN), '');
});

test('the line of an earlier version is completed', () => {
  const earlier = `${PATTERN} merge=long-term-plan\n`;
  const completed = `${PATTERN} merge=long-term-plan text eol=lf\n`;
  assert.equal(withPlans(earlier, PATTERN, false), completed);
  assert.equal(withoutPlans(completed, PATTERN), '');
});

test('line endings that someone has chosen stay', () => {
  for (const chosen of [
    '-text',
    'text=auto',
    'eol=crlf',
    'text eol=crlf',
    '-crlf',
    'binary',
    '!eol',
  ]) {
    const installed = `${PATTERN} ${chosen} merge=long-term-plan\n`;
    assert.equal(withPlans(`${PATTERN} ${chosen}\n`, PATTERN, false), installed);
    assert.equal(withoutPlans(installed, PATTERN), `${PATTERN} ${chosen}\n`);
  }
});

test('the pattern has the bytes of the name', () => {
  for (const name of ['größe', 'cafe\u0301', '中文', 'plans']) {
    const bytes = Buffer.from(patternFor(name), 'latin1');
    assert.deepEqual(bytes, Buffer.from(`/${name}/*.md`), name);
  }
});
