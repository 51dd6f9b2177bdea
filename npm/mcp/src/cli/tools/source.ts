/** Texts that a command line only points at. */
import { readFileSync, readSync } from 'node:fs';
import { UsageError } from '../../flags.ts';
import { Failure } from '../exit-code.ts';

let isInputRead = false;

/** The text of the file that the last of the values names: `-` is standard input, an `@` may stand before a path. */
export function readSource(values: readonly (string | true)[]): string {
  const source = String(values.at(-1));
  const path = source.replace(/^@/, '');
  const bytes = path === '-' ? standardInput() : fileBytes(path);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Failure(`${nameOf(path)} is not UTF-8`);
  }
}

/** All of standard input, which can be had once. */
export function standardInput(): Uint8Array {
  if (isInputRead) throw new UsageError('Standard input can be read only once');
  isInputRead = true;
  const parts: Uint8Array[] = [];
  for (;;) {
    const part = nextPart();
    if (part === 'later') pause();
    else if (part.length === 0) return Buffer.concat(parts);
    else parts.push(part);
  }
}

const PART_BYTES = 64 * 1024;
const PAUSE_MS = 10;

/** Somebody may have made it an input that does not wait for what is to come. */
function nextPart(): Uint8Array | 'later' {
  const part = Buffer.alloc(PART_BYTES);
  try {
    return part.subarray(0, readSync(0, part));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EAGAIN') return 'later';
    if (code === 'EOF') return part.subarray(0, 0);
    throw new Failure(`Standard input cannot be read: ${reason(error)}`);
  }
}

function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
}

export function fileBytes(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new Failure(`${path} cannot be read: ${reason(error)}`);
  }
}

function nameOf(path: string): string {
  return path === '-' ? 'Standard input' : path;
}

/** Without the code and the path, which Node puts around it. */
function reason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/^\w+: /, '').replace(/, \w+( '.*')?$/, '');
}
