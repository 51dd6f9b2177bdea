/** Texts that a command line only points at. */
import { readFileSync } from 'node:fs';
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
  try {
    return readFileSync(0);
  } catch (error) {
    throw new Failure(`Standard input cannot be read: ${reason(error)}`);
  }
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
