/** A tool asked, and its answer printed. */
import type { Tool } from '@modelcontextprotocol/server';
import { Failure } from '../exit-code.ts';
import type { Invocation } from '../invocation.ts';
import { argumentsOf } from './schema.ts';

export interface ToolCall {
  toolset: string;
  tool: Tool;
  args: Record<string, unknown>;
  /** Whether nothing is to be written, and only to be told what would be. */
  isPreview: boolean;
}

export async function askTool(invocation: Invocation, call: ToolCall): Promise<void> {
  const { toolset, tool, args, isPreview } = call;
  if (isPreview && !argumentsOf(tool).some(({ name }) => name === 'dryRun')) {
    throw new Failure(`${tool.name} cannot tell beforehand what it would change`);
  }
  const asked = { ...args, ...(isPreview && { dryRun: true }) };
  const result = await invocation.ask(invocation.session(toolset), {
    kind: 'tool',
    name: tool.name,
    args: asked,
  });
  const { resultText } = await import('../text/result.ts');
  await invocation.output.answer(result, (style) => resultText(result, style));
}
