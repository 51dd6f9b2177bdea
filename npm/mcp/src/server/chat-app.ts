/** The plan in the chat (MCP Apps): the page that hosts show for tools that name it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReadResourceResult, Tool } from '@modelcontextprotocol/server';

const MIME_TYPE = 'text/html;profile=mcp-app';
/** Next to the bundles. */
const FILE = 'chat.html';

/** The page, if that is what a client reads. It learns which tools are listed. */
export function readChatApp(
  uri: string,
  tools: readonly Tool[],
  folder: string,
): ReadResourceResult | undefined {
  if (!tools.some((tool) => resourceUriOf(tool) === uri)) return undefined;
  const names = JSON.stringify(tools.map(({ name }) => name)).replaceAll('"', '&quot;');
  const page = readFileSync(join(folder, FILE), 'utf8');
  const text = page.replace('data-tools="[]"', () => `data-tools="${names}"`);
  return { contents: [{ uri, mimeType: MIME_TYPE, text, _meta: { ui: { prefersBorder: true } } }] };
}

function resourceUriOf({ _meta }: Tool): unknown {
  const ui: unknown = _meta?.ui;
  return typeof ui === 'object' && ui !== null && 'resourceUri' in ui ? ui.resourceUri : undefined;
}
