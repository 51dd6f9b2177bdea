/** Installs the merge driver in a repository and removes it. Both can be repeated. */
import { readFileSync, realpathSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { removeFile, writeFileAtomic } from 'long-term-plan-core/node';
import { Failure } from '../cli/exit-code.ts';
import type { Project } from '../settings.ts';
import { DRIVER, isListed, patternFor, withoutPlans, withPlans } from './attributes.ts';
import { driverCommand } from './driver-command.ts';
import { git, tryGit } from './git.ts';

const MERGE_SECTION = `merge.${DRIVER}`;
const DIFF_SECTION = `diff.${DRIVER}`;
const NAME = 'plans, merged by task';

export interface InstallOptions {
  /** Also show changes by task in `git diff`. */
  diff: boolean;
  /** Two different new statuses are a conflict, even if both are further than the old one. */
  strictStatus: boolean;
  /** Only report what would change. */
  dryRun?: boolean;
}

export interface Installed {
  /** Relative to the top of the repository. */
  attributes: string;
  pattern: string;
  driver: string;
  /** Whether anything was missing. */
  isChanged: boolean;
  advice?: string;
}

export function installDriver(
  project: Project,
  env: NodeJS.ProcessEnv,
  options: InstallOptions,
): Installed {
  const repository = repositoryOf(project);
  const { command, advice } = driverCommand(env);
  const strict = options.strictStatus ? ' --no-further-status-wins' : '';
  const driver = `${command} merge-driver${strict} -- %O %A %B %P %L %X %Y`;
  const wanted: [string, string][] = [
    [`${MERGE_SECTION}.name`, NAME],
    [`${MERGE_SECTION}.driver`, driver],
    ...(options.diff ? [[`${DIFF_SECTION}.command`, `${command} diff`] as [string, string]] : []),
  ];
  // The config first: git ignores an attribute whose driver is missing.
  let isChanged = false;
  for (const [key, value] of wanted) {
    if (configured(repository.top, key) === value) continue;
    if (!options.dryRun) {
      git(repository.top, ['config', '--local', '--replace-all', key, value]);
    }
    isChanged = true;
  }
  const text = attributesText(repository.attributes);
  const changed = withPlans(text ?? '', repository.pattern, options.diff);
  if (changed !== text) {
    if (!options.dryRun) writeFileAtomic(repository.attributes, Buffer.from(changed, 'latin1'));
    isChanged = true;
  }
  const { pattern } = repository;
  return { attributes: '.gitattributes', pattern, driver, isChanged, ...(advice && { advice }) };
}

export function uninstallDriver(
  project: Project,
): Pick<Installed, 'attributes' | 'pattern' | 'isChanged'> {
  const repository = repositoryOf(project);
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
    const keys = tryGit(repository.top, [
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
  /** The path of `.gitattributes`. */
  attributes: string;
  /** The pattern of the plans. */
  pattern: string;
}

/** A working tree, a linked one or a submodule: git knows which, and where its config is. */
function repositoryOf({ root, plansDir }: Project): Repository {
  const { code, stdout } = tryGit(root, ['rev-parse', '--show-toplevel']);
  if (code !== 0) throw new Failure(`${root} is not in a working tree of git; run git init first`);
  const top = realpathSync(stdout.replace(/\r?\n$/, ''));
  const directory = relative(top, join(root, plansDir)).split(sep).join('/');
  return { top, attributes: join(top, '.gitattributes'), pattern: patternFor(directory) };
}

function configured(top: string, key: string): string | undefined {
  const { code, stdout } = tryGit(top, ['config', '--local', '--get', key]);
  return code === 0 ? stdout.replace(/\r?\n$/, '') : undefined;
}

/** As Latin-1, so that all bytes round-trip. */
function attributesText(file: string): string | undefined {
  try {
    return readFileSync(file, 'latin1');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Failure(`.gitattributes cannot be read: ${(error as NodeJS.ErrnoException).code}`);
  }
}
