/**
 * The least that a server in Node could do with files: it replies to requests over stdio like an MCP server, and knows nothing
 * about plans. `rewrite` reads a file, hashes it and writes it back durably; `readAll` and `statAll` go through a directory.
 */
import { createHash } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';

/** @type {Record<string, (path: string) => unknown>} */
const METHODS = {
  rewrite: (file) => {
    const bytes = readFileSync(file);
    const etag = createHash('sha256').update(bytes).digest('hex');
    const temporary = openSync(`${file}.tmp`, 'w');
    writeSync(temporary, bytes);
    fsyncSync(temporary);
    closeSync(temporary);
    renameSync(`${file}.tmp`, file);
    const directory = openSync(dirname(file), 'r');
    fsyncSync(directory);
    closeSync(directory);
    return etag;
  },
  readAll: (directory) =>
    filesIn(directory).reduce(
      (bytes, file) => bytes + statSync(file).size + readFileSync(file).length,
      0,
    ),
  statAll: (directory) =>
    filesIn(directory).reduce((bytes, file) => bytes + statSync(file).size, 0),
};

/** @param {string} directory */
const filesIn = (directory) => readdirSync(directory).map((name) => join(directory, name));

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  const result = METHODS[method]?.(params.path);
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);
});
