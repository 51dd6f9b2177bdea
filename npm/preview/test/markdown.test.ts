import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createMarkdownRenderer } from 'long-term-plan-core/slim';
import { openingLinksElsewhere } from '../src/sources/markdown.ts';

const wasm = readFileSync(fileURLToPath(import.meta.resolve('long-term-plan-core/tools.wasm')));
const htmlOf = openingLinksElsewhere(createMarkdownRenderer(() => wasm));

test('Markdown becomes HTML', () => {
  assert.equal(htmlOf('A *b* `c`'), '<p>A <em>b</em> <code>c</code></p>\n');
  const link = htmlOf('[x](https://example.org "t")');
  assert.match(
    link,
    /<a rel="noopener noreferrer nofollow" target="_blank" href="https:\/\/example.org">x<\/a>/,
  );
});

test('scripts and trackers stay text', () => {
  for (const text of [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](java\tscript:alert(1))',
    '[x](&#106;avascript:alert(1))',
    '[x](data:text/html,<script>alert(1)</script>)',
    '[x](vbscript:x)',
    '[x](file:///etc/passwd)',
    '![x](javascript:alert(1))',
    '![x](data:image/svg+xml,<svg/onload=alert(1)>)',
    '<javascript:alert(1)>',
    '<a href="javascript:alert(1)">x</a>',
    '<svg/onload=alert(1)>',
    '```"><script>alert(1)</script>\nx\n```',
    '[x]: javascript:alert(1)\n\n[x]',
  ]) {
    const html = htmlOf(text);
    assert.doesNotMatch(html, /<(script|img|svg|iframe)/i, text);
    // As an attribute of an existing element.
    assert.doesNotMatch(html, /<[a-z][^>]*\s(href|src)="(?!https?:|mailto:|#)/i, text);
    assert.doesNotMatch(html, /<[a-z][^>]*\son\w+=/i, text);
  }
});

test('pictures are links, so that showing a plan fetches nothing', () => {
  const html = htmlOf('![a "b"](https://example.org/p.png)');
  assert.doesNotMatch(html, /<img/);
  assert.match(html, /<a [^>]*href="https:\/\/example.org\/p.png">a "b"<\/a>/);
});
