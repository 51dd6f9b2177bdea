/** Installs the merge driver in a repository and removes it. Both can be repeated. */
import { dirname } from 'node:path';
import { createDirectories, gitLine, removeFile, writeFileAtomic } from 'long-term-plan-core/node';
import type { Project } from '../settings.ts';
import { DRIVER, displayPattern, isListed, withoutPlans, withPlans } from './attributes.ts';
import { diffCommand, locationAdvice, mergeCommand, ownLocation } from './driver-command.ts';
import { git, tryGit } from './git.ts';
import { type Repository, readAttributes, repositoryOf } from './repository.ts';

const MERGE_SECTION = `merge.${DRIVER}`;
const DIFF_SECTION = `diff.${DRIVER}`;
/** The key with the command that merges. */
export const DRIVER_KEY = `${MERGE_SECTION}.driver`;
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
  /** The file with the pattern: relative to the top of the working tree, or to a bare repository. */
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
  const location = ownLocation(env);
  const advice = locationAdvice(location);
  const driver = mergeCommand(location, options);
  const wanted: [string, string][] = [
    [`${MERGE_SECTION}.name`, NAME],
    [DRIVER_KEY, driver],
    ...(options.diff
      ? [[`${DIFF_SECTION}.command`, diffCommand(location)] as [string, string]]
      : []),
  ];
  // The config first: git ignores an attribute whose driver is missing.
  let isChanged = false;
  for (const [key, value] of wanted) {
    if (gitLine(repository.directory, ['config', '--local', '--get', key]) === value) continue;
    if (!options.dryRun) {
      git(repository.directory, ['config', '--local', '--replace-all', key, value]);
    }
    isChanged = true;
  }
  const text = readAttributes(repository);
  const changed = withPlans(text ?? '', repository.pattern, options.diff);
  if (changed !== text) {
    if (!options.dryRun) writeAttributes(repository, changed);
    isChanged = true;
  }
  return { ...attributesIn(repository), driver, isChanged, ...(advice && { advice }) };
}

export function uninstallDriver(
  project: Project,
): Pick<Installed, 'attributes' | 'pattern' | 'isChanged'> {
  const repository = repositoryOf(project);
  const { pattern, directory } = repository;
  let isChanged = false;
  const text = readAttributes(repository) ?? '';
  if (isListed(text, pattern)) {
    const left = withoutPlans(text, pattern);
    if (left === '') removeFile(repository.attributes);
    else writeAttributes(repository, left);
    isChanged = true;
  }
  for (const section of [MERGE_SECTION, DIFF_SECTION]) {
    const keys = ['--get-regexp', `^${section.replace('.', '\\.')}\\.`];
    if (tryGit(directory, ['config', '--local', ...keys]).code !== 0) continue;
    git(directory, ['config', '--local', '--remove-section', section]);
    isChanged = true;
  }
  return { ...attributesIn(repository), isChanged };
}

function attributesIn({ attributesName, pattern }: Repository) {
  return { attributes: attributesName, pattern: displayPattern(pattern) };
}

function writeAttributes({ directory, attributes }: Repository, text: string): void {
  createDirectories(directory, dirname(attributes));
  writeFileAtomic(attributes, Buffer.from(text, 'latin1'));
}
