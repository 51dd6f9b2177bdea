/**
 * The protocol's official test programs, in pinned versions. They need a newer Node than ours, so they are installed on
 * first use, into a folder that git ignores.
 */
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { checkout, npm, run } from './commands.ts';

const folder = join(checkout, '.tools', 'official');

const INSPECTOR = { name: '@modelcontextprotocol/inspector', version: '2.12.0' };
const CONFORMANCE = { name: '@modelcontextprotocol/conformance', version: '0.1.16' };
const NODE = { name: nodePackage(), version: '22.23.3' };
/** The oldest version that the programs run on. */
const NEEDED = [22, 19];

/** The start of a command line that runs a program. */
export type Program = [command: string, ...args: string[]];

export async function inspector(): Promise<Program> {
  const installed = await install(INSPECTOR);
  return [await newerNode(), join(installed, 'clients', 'launcher', 'build', 'index.js')];
}

export async function conformance(): Promise<Program> {
  return [await newerNode(), join(await install(CONFORMANCE), 'dist', 'index.js')];
}

async function newerNode(): Promise<string> {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [neededMajor = 0, neededMinor = 0] = NEEDED;
  if (major > neededMajor || (major === neededMajor && minor >= neededMinor)) {
    return process.execPath;
  }
  const program = process.platform === 'win32' ? 'node.exe' : 'node';
  return join(await install(NODE), 'bin', program);
}

/** Node's binary from npm, which has a package for each platform. */
function nodePackage(): string {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  return `node-${platform}-${process.arch}`;
}

/** Returns the folder of the package. */
async function install({ name, version }: { name: string; version: string }): Promise<string> {
  const place = join(folder, `${name.replaceAll('/', '-')}-${version}`);
  const installed = join(place, 'node_modules', name);
  if (existsSync(installed)) return installed;
  console.log(`installing ${name} ${version} …`);
  const start = Date.now();
  mkdirSync(dirname(place), { recursive: true });
  const fresh = mkdtempSync(`${place}.`);
  try {
    writeFileSync(join(fresh, 'package.json'), '{ "private": true }');
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--save-exact'];
    const { code, stderr } = await run(npm, ['install', ...flags, `${name}@${version}`], {
      cwd: fresh,
    });
    if (code !== 0) throw new Error(`npm could not install ${name} ${version}:\n${stderr}`);
    // Renamed in one step, so that no partial installation is ever found; another process may have been faster.
    if (!existsSync(place)) renameSync(fresh, place);
  } finally {
    rmSync(fresh, { recursive: true, force: true, maxRetries: 10 });
  }
  console.log(`installing ${name}: done in ${((Date.now() - start) / 1000).toFixed(1)} s`);
  return installed;
}
