/** Google's Gemini API. */
import { sendEvents, sendJson } from './stream.mjs';

const USAGE = { promptTokenCount: 10, candidatesTokenCount: 10, totalTokenCount: 20 };

/** @type {import('./server.mjs').Vendor} */
export const gemini = {
  handles: (path) => /:(streamGenerateContent|generateContent|countTokens)$/.test(path),
  tools: ({ tools = [] }) =>
    tools
      .flatMap((/** @type {any} */ { functionDeclarations = [] }) => functionDeclarations)
      .map((/** @type {any} */ { name, description, parameters, parametersJsonSchema }) => ({
        name,
        description,
        schema: parametersJsonSchema ?? parameters,
      })),
  prompt: ({ systemInstruction, contents }) => JSON.stringify([systemInstruction, contents]),
  // Calls have no ids here, so a reply belongs to the call at the same position.
  replies: ({ contents = [] }) =>
    contents
      .flatMap((/** @type {any} */ { parts = [] }) => parts)
      .filter((/** @type {any} */ { functionResponse }) => functionResponse !== undefined)
      .map(
        (
          /** @type {any} */ { functionResponse: { id, response } },
          /** @type {number} */ index,
        ) => ({
          id: id ?? String(index),
          text: JSON.stringify(response),
        }),
      ),
  send: (response, { path }, move) => {
    if (path.endsWith('countTokens')) return sendJson(response, { totalTokens: 10 });
    const part =
      'call' in move
        ? { functionCall: { id: move.call.id, name: move.call.tool.name, args: move.call.args } }
        : { text: move.text };
    const reply = {
      candidates: [{ index: 0, content: { role: 'model', parts: [part] }, finishReason: 'STOP' }],
      usageMetadata: USAGE,
    };
    if (path.endsWith('streamGenerateContent')) sendEvents(response, [reply]);
    else sendJson(response, reply);
  },
};
