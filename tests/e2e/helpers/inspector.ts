/** The command line of the official Inspector. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { run, serverWith } from './commands.ts';
import { inspector } from './official-tools.ts';
import { makeProject } from './project.ts';

export interface Inspected {
  code: number | null;
  stderr: string;
  reply: Record<string, unknown>;
}

/** Runs the Inspector on a server with several toolsets. */
export async function inspect(
  context: TestContext,
  root: string,
  args: string[],
): Promise<Inspected> {
  const home = makeProject(context, 'home');
  const config = join(home, 'servers.json');
  const server = serverWith('--root', root, '--toolsets=plan,doc');
  writeFileSync(config, JSON.stringify({ mcpServers: { plans: server } }));
  const [command, ...program] = await inspector();
  const { code, stdout, stderr } = await run(
    command,
    [...program, '--cli', '--config', config, '--server', 'plans', ...args],
    { env: { HOME: home, USERPROFILE: home, MCP_INSPECTOR_SECRET_STORE: 'memory' } },
  );
  assert.ok(stdout.trim().startsWith('{'), `${args}: ${stdout}${stderr}`);
  return { code, stderr, reply: JSON.parse(stdout) };
}
