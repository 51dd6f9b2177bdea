/** Randomness for ids, from where the system has it. */
import { randomBytes } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';

const SOURCE = '/dev/urandom';
const BYTES = 10;

/** 20 hexadecimal digits. The kernel's file is what `node:crypto` reads too, without a tenth of Node to load. */
export function entropy(): string {
  const bytes = Buffer.alloc(BYTES);
  return (isFilled(bytes) ? bytes : randomBytes(BYTES)).toString('hex');
}

function isFilled(bytes: Buffer): boolean {
  try {
    const file = openSync(SOURCE, 'r');
    try {
      return readSync(file, bytes) === bytes.length;
    } finally {
      closeSync(file);
    }
  } catch {
    return false;
  }
}
