/** Completion of the arguments of prompts and of resource templates. */
import type { CompleteRequest, CompleteResult, Server } from '@modelcontextprotocol/server';
import { actorOf } from './actor.ts';
import { invalidParams, resultOf } from './protocol-error.ts';
import type { Served } from './served.ts';

type Reference = CompleteRequest['params']['ref'];

export function serveCompletions(server: Server, served: Served): void {
  server.setRequestHandler('completion/complete', async ({ params }, context) => {
    checkIsKnown(params.ref, served);
    const { name: argument, value } = params.argument;
    const args = { argument, value };
    const reply = await served.ask({ kind: 'complete', name: '', args }, actorOf(server, context));
    return { completion: resultOf<CompleteResult['completion']>(reply) };
  });
}

function checkIsKnown(ref: Reference, { prompts, resourceTemplates }: Served): void {
  if (ref.type === 'ref/prompt') {
    if (prompts.some(({ name }) => name === ref.name)) return;
    throw invalidParams(`There is no prompt "${ref.name}"`);
  }
  if (resourceTemplates.some(({ uriTemplate }) => uriTemplate === ref.uri)) return;
  throw invalidParams(`There is no resource template "${ref.uri}"`);
}
