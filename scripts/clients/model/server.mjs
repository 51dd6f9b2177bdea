/**
 * A model API on this machine: it sees what a client sends to a model, and replies with the next step of a scenario. It speaks
 * the protocols of four vendors, each in its own file.
 */
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { anthropic } from './anthropic.mjs';
import { chat } from './chat.mjs';
import { gemini } from './gemini.mjs';
import { responses } from './responses.mjs';

/**
 * @typedef {{ name: string, description: string, schema: unknown, namespace?: string }} SeenTool
 * @typedef {{ id: string, text: string }} ToolReply what a client reports of a call
 * @typedef {{ tool: SeenTool, id: string, args: Record<string, unknown> }} ToolCall
 * @typedef {{ call: ToolCall } | { text: string }} Move what the model does next
 *
 * @typedef {object} Vendor how one vendor's API words it
 * @property {(path: string) => boolean} handles
 * @property {(body: any) => SeenTool[]} tools
 * @property {(body: any) => string} prompt everything that the model reads besides the tools, as JSON
 * @property {(body: any) => ToolReply[]} replies
 * @property {(response: import('node:http').ServerResponse, request: { path: string, body: any }, move: Move) => void} send
 *
 * @typedef {{ path: string, tools: SeenTool[], prompt: string, replies: ToolReply[] }} SeenRequest
 */

/** @type {Vendor[]} */
const VENDORS = [anthropic, responses, chat, gemini];

/**
 * @param {(request: SeenRequest) => Move} decide
 * @returns {Promise<{ url: string, requests: SeenRequest[], others: string[], close: () => void }>} others: requests that no vendor's API has
 */
export async function serveModel(decide) {
  /** @type {SeenRequest[]} */
  const requests = [];
  /** @type {string[]} */
  const others = [];
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://model').pathname;
    const vendor = VENDORS.find((each) => each.handles(path));
    if (request.method !== 'POST' || vendor === undefined) {
      others.push(`${request.method} ${path}`);
      response.writeHead(404, { 'content-type': 'application/json' });
      response.end('{"error":{"message":"not part of this model"}}');
      return;
    }
    const body = JSON.parse(await text(request));
    const seen = {
      path,
      tools: vendor.tools(body),
      prompt: vendor.prompt(body),
      replies: vendor.replies(body),
    };
    requests.push(seen);
    vendor.send(response, { path, body }, decide(seen));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    others,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
