/**
 * The secret part of the address. It is kept next to the history, readable only by its owner, so that open tabs come back
 * to life when the server is started again on the same port.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { createLockDirectory, writePrivateFile } from 'long-term-plan-core/node';

const FILE = join('.history', 'preview-token');
const TOKEN = /^[\w-]{32}$/;

/** The kept token, or a new one if there is none or another is wanted. Without a place to keep it, it lives with the server. */
export function previewToken(
  plansPath: string,
  options: { isNew: boolean; readOnly: boolean },
): string {
  const file = join(plansPath, FILE);
  const kept = options.isNew ? undefined : readToken(file);
  if (kept !== undefined) return kept;
  const token = randomBytes(24).toString('base64url');
  if (!options.readOnly) {
    try {
      // With the directory comes its .gitignore.
      createLockDirectory(realpathSync.native(plansPath));
      writePrivateFile(file, `${token}\n`);
    } catch {
      // A project without plans, or a directory that cannot be written, can still be shown.
    }
  }
  return token;
}

function readToken(file: string): string | undefined {
  try {
    const token = readFileSync(file, 'utf8').trim();
    return TOKEN.test(token) ? token : undefined;
  } catch {
    return undefined;
  }
}
