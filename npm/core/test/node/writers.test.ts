/** Only a few files write to disk, so that every write is atomic or under the lock. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const npm = join(import.meta.dirname, '..', '..', '..');

const ALLOWED: Record<string, string[]> = {
  // The one function for files outside a plans directory, and the steps of a commit.
  'core/src/node/write-file.ts': ['any'],
  // Tokens and directories of the lock itself.
  'core/src/node/lock-attempt.ts': ['renameSync'],
  'core/src/node/lock-directory.ts': ['mkdirSync', 'writeFileSync'],
  'core/src/node/lock-exclusive.ts': ['openSync', 'unlinkSync'],
  'core/src/node/lock-files.ts': ['any'],
  // Opens files for reading.
  'core/src/node/read-file.ts': ['openSync'],
  // Writes to standard output and standard error.
  'mcp/src/io.ts': ['writeSync'],
};

const READING =
  /^(access|close|constants|exists|fstat|lstat|opendir|readdir|readFile|readlink|read|realpath|stat|watch|watchFile)(Sync)?$/;

test('files are written in one place and by the lock only', () => {
  for (const file of sourceFiles()) {
    const text = readFileSync(join(npm, file), 'utf8');
    const allowed = ALLOWED[file] ?? [];
    for (const name of fsImports(text)) {
      const isAllowed = READING.test(name) || allowed.includes('any') || allowed.includes(name);
      assert.ok(isAllowed, `${file} uses ${name}; call writeFileAtomic or commit instead`);
    }
  }
});

test('what may write still exists and still needs to', () => {
  for (const [file, names] of Object.entries(ALLOWED)) {
    const imports = fsImports(readFileSync(join(npm, file), 'utf8'));
    for (const name of names) {
      const isUsed = imports.some((used) => (name === 'any' ? !READING.test(used) : used === name));
      assert.ok(isUsed, `${file} does not use ${name}`);
    }
  }
});

function sourceFiles(): string[] {
  return ['core', 'mcp', 'preview'].flatMap((name) =>
    readdirSync(join(npm, name, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => [name, 'src', ...file.split(/[\\/]/)].join('/')),
  );
}

/** The names that a module imports from `node:fs`; anything else than names is refused. */
function fsImports(text: string): string[] {
  const statements = [...text.matchAll(/^[^\n]*from '(?:node:)?fs(?:\/promises)?';$/gm)];
  const mentions = text.match(/['"](?:node:)?fs(?:\/promises)?['"]/g) ?? [];
  assert.equal(mentions.length, statements.length, 'fs is imported only by import statements');
  return statements.flatMap(({ index }) => {
    const statement = text.slice(text.lastIndexOf('import', index + 6), text.indexOf(';', index));
    const names = /^import (?:type )?\{([^}]*)\} from/.exec(statement)?.[1];
    assert.ok(names !== undefined, `${statement}: import the functions by their names`);
    const list = names.split(',').map((name) => name.trim());
    return list.filter((name) => name !== '' && !/^(type |[A-Z])/.test(name));
  });
}
