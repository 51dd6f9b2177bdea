/** Where the running program comes from, which decides how a configuration can start the server. */
import { dirname, join } from 'node:path';
import { type Origin, PACKAGE } from './server-command.ts';

const BIN = 'bin/long-term-plan-mcp.cjs';

export interface OriginFacts {
  root: string;
  /** The folder of the running package. */
  packageDir: string;
  /** The text of a file; `undefined` if it does not exist. */
  read(file: string): string | undefined;
}

export function originOf({ root, packageDir, read }: OriginFacts): Origin {
  const installed = `node_modules/${PACKAGE}/${BIN}`;
  if (read(join(root, installed)) !== undefined) return { kind: 'project', bin: installed };
  if (isFromRegistry(packageDir, read)) return { kind: 'published' };
  return { kind: 'build', bin: join(packageDir, BIN) };
}

/** npm records where each package came from, next to them; a packed or linked build came from a file. */
function isFromRegistry(packageDir: string, read: OriginFacts['read']): boolean {
  const record = read(join(dirname(packageDir), '.package-lock.json'));
  if (record === undefined) return false;
  try {
    const { packages } = JSON.parse(record) as {
      packages?: Record<string, { resolved?: string }>;
    };
    return /^https?:/.test(packages?.[`node_modules/${PACKAGE}`]?.resolved ?? '');
  } catch {
    return false;
  }
}
