import { join } from 'node:path';
import type { Settings } from '../settings.ts';

/** What a person sees who starts the server by hand; clients keep it in their log. */
export function banner(version: string, settings: Settings, toolCount: number): string {
  const { root, plansDir, toolsets, readOnly, isRootUnknown } = settings;
  const served = isRootUnknown ? 'no project, because none was found,' : join(root, plansDir);
  return `long-term-plan-mcp ${version} serves ${served} over stdio
  tools:   ${toolCount} of ${toolsets.join(', ')}${readOnly ? ', read-only' : ''}
  connect: claude mcp add long-term-plan -- npx long-term-plan-mcp --root ${shellWord(root)}
  help:    long-term-plan-mcp --help
`;
}

function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
