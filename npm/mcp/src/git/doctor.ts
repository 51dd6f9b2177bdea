/** Whether git merges the plans of a clone by task: in detail for `ltp git doctor`, and at a glance for other programs. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { gitLine, runGit } from 'long-term-plan-core/node';
import type { Project } from '../settings.ts';
import { DRIVER, namesDriver } from './attributes.ts';
import { onPath, recordedLocation } from './driver-command.ts';
import { DRIVER_KEY } from './install.ts';
import { repositoryOf } from './repository.ts';

export interface Check {
  name: 'attribute' | 'driver' | 'runs';
  ok: boolean;
  message: string;
  /** The command that repairs it. */
  fix?: string;
}

const INSTALL = 'ltp git install';
const NO_DRIVER = 'this clone has no merge driver';
const OLD_DRIVER =
  "an older version installed the driver: if it cannot run, git drops the other side's changes";

/** Starts the driver's command as git does, without merging anything. */
export function examineDriver(project: Project): Check[] {
  const { directory, attributesName } = repositoryOf(project);
  const checks: Check[] = [];
  const add = (name: Check['name'], ok: boolean, message: string) =>
    checks.push({ name, ok, message, ...(!ok && { fix: INSTALL }) });

  const plan = `${project.plansDir}/plan.md`;
  const attribute = gitLine(project.root, ['check-attr', 'merge', '--', plan]);
  if (attribute?.endsWith(`: merge: ${DRIVER}`)) {
    add('attribute', true, `${attributesName} gives plans to the merge driver`);
  } else {
    add('attribute', false, `${attributesName} does not give plans to the merge driver`);
  }
  const command = gitLine(directory, ['config', '--get', DRIVER_KEY]);
  if (command === undefined) {
    add('driver', false, NO_DRIVER);
  } else if (recordedLocation(command) === undefined) {
    add('driver', false, OLD_DRIVER);
  } else {
    add('driver', true, 'this clone has the driver');
    if (answers(directory, command)) add('runs', true, 'the driver runs');
    else add('runs', false, doesNotRun(command));
  }
  return checks;
}

/** The command knows this one question. An alias is how git runs a command by its own shell. */
function answers(directory: string, command: string): boolean {
  const question = command.replace(/%([%A-Z])/g, (_, letter) =>
    letter === '%' ? '%' : letter === 'A' ? '--probe' : "''",
  );
  const alias = 'long-term-plan-probe';
  return runGit(directory, ['-c', `alias.${alias}=!${question}`, alias])?.code === 0;
}

/**
 * The same in one line, if something is wrong and the attributes of the repository name the driver. It reads a few files; git
 * is started only if its own config does not have the driver.
 */
export function driverProblem(project: Project, env: NodeJS.ProcessEnv): string | undefined {
  if (env.CI) return undefined;
  const clone = findClone(project.root);
  if (!clone?.attributes.some((file) => namesDriver(textOf(file)))) return undefined;
  const command =
    driverIn(textOf(clone.config)) ?? gitLine(project.root, ['config', '--get', DRIVER_KEY]);
  const problem = commandProblem(command, clone.top, env);
  return problem && `${problem}; run ${INSTALL}`;
}

function commandProblem(
  command: string | undefined,
  top: string,
  env: NodeJS.ProcessEnv,
): string | undefined {
  if (command === undefined) return `git merges plans by lines here: ${NO_DRIVER}`;
  const location = recordedLocation(command);
  if (!location) return OLD_DRIVER;
  const canRun =
    existsSync(location.script) ||
    onPath('ltp', env).length > 0 ||
    existsSync(join(top, 'node_modules', '.bin', 'ltp'));
  return canRun ? undefined : `git merges plans by lines here: ${doesNotRun(command)}`;
}

function doesNotRun(command: string): string {
  const gone = Object.values(recordedLocation(command) ?? {}).find((file) => !existsSync(file));
  return `the driver does not run: ${gone === undefined ? 'no ltp answers' : `${gone} is gone`}`;
}

interface Clone {
  top: string;
  /** Files that can name the driver. */
  attributes: string[];
  config: string;
}

/** A linked working tree and a submodule have a file `.git` that says where their repository is. */
function findClone(root: string): Clone | undefined {
  let top = root;
  while (!existsSync(join(top, '.git'))) {
    if (dirname(top) === top) return undefined;
    top = dirname(top);
  }
  const link = /^gitdir: (.*)$/m.exec(textOf(join(top, '.git')))?.[1];
  const own = link === undefined ? join(top, '.git') : resolve(top, link);
  const common = resolve(own, textOf(join(own, 'commondir')).trim());
  return {
    top,
    attributes: [join(top, '.gitattributes'), join(common, 'info', 'attributes')],
    config: join(common, 'config'),
  };
}

/** The value of the driver as git writes it to its config. Anything else is left to git. */
function driverIn(config: string): string | undefined {
  const section = config.split(/^\[/m).find((part) => part.startsWith(`merge "${DRIVER}"]`));
  const value = /^\s*driver = "(.*)"$/m.exec(section ?? '')?.[1];
  return value?.replace(/\\(["\\])/g, '$1');
}

/** Empty if it is missing or not a file. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
