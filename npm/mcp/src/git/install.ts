/** The merge driver put into a repository, and taken out again. Both can be done at any time, any number of times. */
import { readFileSync, realpathSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { removeFile, writeFileAtomic } from 'long-term-plan-core/node';
import { Failure } from '../cli/exit-code.ts';
import type { Place } from '../settings.ts';
import { DRIVER, isListed, patternFor, withoutPlans, withPlans } from './attributes.ts';
import { driverCommand } from './driver-command.ts';
import { askGit, git } from './git.ts';

const MERGE_SECTION = `merge.${DRIVER}`;
const DIFF_SECTION = `diff.${DRIVER}`;
const NAME = 'plans, merged by task';

export interface InstallOptions {
  /** Show changes by task in `git diff`, too. */
  diff: boolean;
  /** Two statuses are a conflict, even if both are further than before. */
  strictStatus: boolean;
  /** Only tell what would be done. */
  isPreview?: boolean;
}

/** What there is to say about it. */
export interface Installed {
  /** Relative to the top of the repository. */
  attributes: string;
  pattern: string;
  driver: string;
  /** Or else everything was there already. */
  isChanged: boolean;
  advice?: string;
}

export function installDriver(place: Place, options: InstallOptions): Installed {
  const repository = repositoryOf(place);
  const { command, advice } = driverCommand();
  const strict = options.strictStatus ? ' --no-further-status-wins' : '';
  const driver = `${command} merge-driver${strict} -- %O %A %B %P %L %X %Y`;
  const wanted: [string, string][] = [
    [`${MERGE_SECTION}.name`, NAME],
    [`${MERGE_SECTION}.driver`, driver],
    ...(options.diff ? [[`${DIFF_SECTION}.command`, `${command} diff`] as [string, string]] : []),
  ];
  // The config first: an attribute without its driver would only be ignored, but is no use either.
  let isChanged = false;
  for (const [key, value] of wanted) {
    if (configured(repository.top, key) === value) continue;
    if (!options.isPreview) {
      git(repository.top, ['config', '--local', '--replace-all', key, value]);
    }
    isChanged = true;
  }
  const text = attributesText(repository.attributes);
  const changed = withPlans(text ?? '', repository.pattern, options.diff);
  if (changed !== text) {
    if (!options.isPreview) writeFileAtomic(repository.attributes, Buffer.from(changed, 'latin1'));
    isChanged = true;
  }
  const { pattern } = repository;
  return { attributes: '.gitattributes', pattern, driver, isChanged, ...(advice && { advice }) };
}

export function uninstallDriver(
  place: Place,
): Pick<Installed, 'attributes' | 'pattern' | 'isChanged'> {
  const repository = repositoryOf(place);
  const { pattern } = repository;
  let isChanged = false;
  const text = attributesText(repository.attributes) ?? '';
  if (isListed(text, pattern)) {
    const left = withoutPlans(text, pattern);
    if (left === '') removeFile(repository.attributes);
    else writeFileAtomic(repository.attributes, Buffer.from(left, 'latin1'));
    isChanged = true;
  }
  for (const section of [MERGE_SECTION, DIFF_SECTION]) {
    const keys = askGit(repository.top, [
      'config',
      '--local',
      '--get-regexp',
      `^${section.replace('.', '\\.')}\\.`,
    ]);
    if (keys.code !== 0) continue;
    git(repository.top, ['config', '--local', '--remove-section', section]);
    isChanged = true;
  }
  return { attributes: '.gitattributes', pattern, isChanged };
}

interface Repository {
  /** The directory of the working tree. */
  top: string;
  /** The file in it. */
  attributes: string;
  /** The plans. */
  pattern: string;
}

/** A working tree, a linked one or a submodule: git knows which, and where its config is. */
function repositoryOf({ root, plansDir }: Place): Repository {
  const { code, stdout } = askGit(root, ['rev-parse', '--show-toplevel']);
  if (code !== 0) throw new Failure(`${root} is not in a working tree of git; run git init first`);
  const top = realpathSync(stdout.replace(/\r?\n$/, ''));
  const directory = relative(top, join(root, plansDir)).split(sep).join('/');
  return { top, attributes: join(top, '.gitattributes'), pattern: patternFor(directory) };
}

function configured(top: string, key: string): string | undefined {
  const { code, stdout } = askGit(top, ['config', '--local', '--get', key]);
  return code === 0 ? stdout.replace(/\r?\n$/, '') : undefined;
}

/** Its bytes, each as the character of its number, so that any bytes come out as they went in. */
function attributesText(file: string): string | undefined {
  try {
    return readFileSync(file, 'latin1');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Failure(`.gitattributes cannot be read: ${(error as NodeJS.ErrnoException).code}`);
  }
}
