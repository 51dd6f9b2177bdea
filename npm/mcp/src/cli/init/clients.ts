/** How to connect the most common clients. */

export interface ClientConfig {
  client: string;
  /** Relative to the project. */
  file: string;
  config: string;
}

const SERVER = 'long-term-plan';
// biome-ignore lint/suspicious/noTemplateCurlyInString: the client replaces it
const WORKSPACE = '${workspaceFolder}';
const DEFAULT_PLANS = '.long-term-plan';

export function clientConfigs(plansDir: string, platform = process.platform): ClientConfig[] {
  // Windows does not start npx, which is a script there, without its shell.
  const [command = '', ...start] = platform === 'win32' ? ['cmd', '/c', 'npx'] : ['npx'];
  const args = (root: string) => [
    ...start,
    '-y',
    'long-term-plan-mcp',
    '--root',
    root,
    ...(plansDir === DEFAULT_PLANS ? [] : ['--plans', plansDir]),
  ];
  /** For clients that start the server in the project. */
  const here = { command, args: args('.') };
  /** For clients that start the server anywhere, and replace the variable by the project's directory. */
  const inWorkspace = { command, args: args(WORKSPACE) };
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

/** JSON strings are valid TOML strings. */
function toml({ command, args }: { command: string; args: string[] }): string {
  const list = args.map((arg) => JSON.stringify(arg)).join(', ');
  return `[mcp_servers.${SERVER}]\ncommand = ${JSON.stringify(command)}\nargs = [${list}]`;
}
