/** How the clients that people use most are told of the server. */

export interface ClientConfig {
  client: string;
  /** In the project. */
  file: string;
  config: string;
}

const SERVER = 'long-term-plan';
const COMMAND = 'npx';
// biome-ignore lint/suspicious/noTemplateCurlyInString: it is the client that fills it in
const WORKSPACE = '${workspaceFolder}';
const DEFAULT_PLANS = '.long-term-plan';

export function clientConfigs(plansDir: string): ClientConfig[] {
  const args = (root: string) => [
    '-y',
    'long-term-plan-mcp',
    '--root',
    root,
    ...(plansDir === DEFAULT_PLANS ? [] : ['--plans', plansDir]),
  ];
  /** These start it in the project. */
  const here = { command: COMMAND, args: args('.') };
  /** These replace the variable by the project's directory, and start it anywhere. */
  const inWorkspace = { command: COMMAND, args: args(WORKSPACE) };
  return [
    { client: 'Claude Code', file: '.mcp.json', config: json({ mcpServers: { [SERVER]: here } }) },
    {
      client: 'Cursor',
      file: '.cursor/mcp.json',
      config: json({ mcpServers: { [SERVER]: inWorkspace } }),
    },
    {
      client: 'VS Code',
      file: '.vscode/mcp.json',
      config: json({ servers: { [SERVER]: { type: 'stdio', ...inWorkspace } } }),
    },
    { client: 'Codex', file: '.codex/config.toml', config: toml(here) },
    {
      client: 'Gemini CLI',
      file: '.gemini/settings.json',
      config: json({ mcpServers: { [SERVER]: here } }),
    },
  ];
}

function json(value: object): string {
  return JSON.stringify(value, null, 2);
}

/** Strings of JSON are strings of TOML too. */
function toml({ command, args }: { command: string; args: string[] }): string {
  const list = args.map((arg) => JSON.stringify(arg)).join(', ');
  return `[mcp_servers.${SERVER}]\ncommand = ${JSON.stringify(command)}\nargs = [${list}]`;
}
