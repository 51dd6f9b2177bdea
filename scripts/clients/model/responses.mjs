/** OpenAI's Responses API. */
import { sendEvents, sendJson, textOf } from './stream.mjs';

const USAGE = { input_tokens: 10, output_tokens: 10, total_tokens: 20 };

/** @type {import('./server.mjs').Vendor} */
export const responses = {
  handles: (path) => path.endsWith('/responses'),
  // Some clients put the tools of a server into a namespace.
  tools: ({ tools = [] }) =>
    tools.flatMap((/** @type {any} */ tool) =>
      tool.type === 'namespace'
        ? tool.tools.map((/** @type {any} */ inner) => seen(inner, tool.name))
        : tool.type === 'function'
          ? [seen(tool)]
          : [],
    ),
  prompt: ({ instructions, input, tools }) =>
    JSON.stringify([instructions, input, namespaces(tools)]),
  replies: ({ input = [] }) =>
    (Array.isArray(input) ? input : [])
      .filter(({ type }) => type === 'function_call_output')
      .map(({ call_id, output }) => ({ id: call_id, text: textOf(output) })),
  send: (response, { body }, move) => {
    const item =
      'call' in move
        ? {
            type: 'function_call',
            id: `fc_${move.call.id}`,
            call_id: move.call.id,
            name: move.call.tool.name,
            ...(move.call.tool.namespace !== undefined && { namespace: move.call.tool.namespace }),
            arguments: JSON.stringify(move.call.args),
            status: 'completed',
          }
        : {
            type: 'message',
            id: 'msg_1',
            role: 'assistant',
            status: 'completed',
            content: [{ type: 'output_text', text: move.text, annotations: [] }],
          };
    const base = { id: 'resp_1', object: 'response', created_at: 1, model: body.model };
    const done = { ...base, status: 'completed', output: [item], usage: USAGE };
    if (!body.stream) return sendJson(response, done);
    sendEvents(
      response,
      [
        { type: 'response.created', response: { ...base, status: 'in_progress', output: [] } },
        { type: 'response.output_item.added', output_index: 0, item },
        { type: 'response.output_item.done', output_index: 0, item },
        { type: 'response.completed', response: done },
      ],
      { named: true },
    );
  },
};

/**
 * @param {any} tool
 * @param {string} [namespace]
 */
function seen({ name, description, parameters }, namespace) {
  return { name, description, schema: parameters, ...(namespace !== undefined && { namespace }) };
}

/** @param {any[]} tools */
const namespaces = (tools = []) =>
  tools.filter(({ type }) => type === 'namespace').map(({ description }) => description);
