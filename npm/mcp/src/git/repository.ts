/** The repository of a project, and its file of attributes. */
import { readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { gitLine, realPathOf } from 'long-term-plan-core/node';
import { Failure } from '../cli/exit-code.ts';
import type { Project } from '../settings.ts';
import { patternFor } from './attributes.ts';
import { noRepository } from './git.ts';

export interface Repository {
  /** Where git runs. */
  directory: string;
  /** The path of the file that assigns attributes to plans, and what messages call it. */
  attributes: string;
  attributesName: string;
  /** The pattern of the plans. */
  pattern: string;
}

/** A working tree, a linked one, a submodule or a bare repository: git knows which, and where its config is. */
export function repositoryOf({ root, plansDir }: Project): Repository {
  const working = gitLine(root, ['rev-parse', '--show-toplevel']);
  if (working !== undefined) {
    const top = realPathOf(working);
    const plans = asGitWrites(top, relative(top, join(root, plansDir)).split(sep).join('/'));
    const attributesName = '.gitattributes';
    const attributes = join(top, attributesName);
    return { directory: top, attributes, attributesName, pattern: patternFor(plans) };
  }
  if (gitLine(root, ['rev-parse', '--is-bare-repository']) === 'true') {
    // It has no working tree whose files could say it.
    const attributesName = 'info/attributes';
    const directory = gitLine(root, ['rev-parse', '--absolute-git-dir']) ?? root;
    const attributes = join(directory, attributesName);
    return { directory, attributes, attributesName, pattern: patternFor(plansDir) };
  }
  throw noRepository(root, `${root} is not in a working tree of git; run git init first`);
}

/** On macOS git may write accented letters in another form than the file system lists them, and compares bytes. */
function asGitWrites(directory: string, path: string): string {
  if (process.platform !== 'darwin') return path;
  const setting = gitLine(directory, ['config', '--type=bool', '--get', 'core.precomposeunicode']);
  return setting === 'true' ? path.normalize('NFC') : path;
}

/** As Latin-1, so that all bytes round-trip; `undefined` if there is no such file. */
export function readAttributes({ attributes, attributesName }: Repository): string | undefined {
  try {
    return readFileSync(attributes, 'latin1');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw new Failure(`${attributesName} cannot be read: ${code}`);
  }
}
