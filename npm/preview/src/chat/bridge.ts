/**
 * The view's side of MCP Apps: JSON-RPC with the host by `postMessage`. The client of the extension's package would make the page
 * 650 KB instead of 8 KB; the tests use that package as the host.
 */

export const PROTOCOL_VERSION = '2026-01-26';

export interface ToolResult {
  isError?: boolean;
  content?: { type: string; text?: string }[];
  structuredContent?: Record<string, unknown>;
}

export interface HostContext {
  theme?: 'light' | 'dark';
  toolInfo?: { tool: { name: string } };
}

export interface Host {
  capabilities: { serverTools?: object; updateModelContext?: object };
  context: HostContext;
}

/** What the host reports. */
export interface HostEvents {
  onInput(args: Record<string, unknown>): void;
  onResult(result: ToolResult): void;
  onContext(context: HostContext): void;
}

interface Message {
  jsonrpc: '2.0';
  id?: number | string;
  method?: string;
  params?: Record<string, unknown>;
  result?: unknown;
  error?: { message: string };
}

export class Bridge {
  readonly #host: Window;
  readonly #events: HostEvents;
  readonly #waiting = new Map<number | string, (reply: Message) => void>();
  #lastId = 0;

  constructor(host: Window, events: HostEvents) {
    this.#host = host;
    this.#events = events;
    window.addEventListener('message', ({ source, data }: MessageEvent<Message>) => {
      if (source === host && data?.jsonrpc === '2.0') this.#receive(data);
    });
  }

  async connect(): Promise<Host> {
    const result = await this.#request('ui/initialize', {
      appInfo: { name: 'long-term-plan', version: '1' },
      appCapabilities: {},
      protocolVersion: PROTOCOL_VERSION,
    });
    const { hostCapabilities = {}, hostContext = {} } = result as {
      hostCapabilities?: Host['capabilities'];
      hostContext?: HostContext;
    };
    this.notify('ui/notifications/initialized');
    return { capabilities: hostCapabilities, context: hostContext };
  }

  async callTool(name: string, args: Record<string, unknown>): Promise<ToolResult> {
    return (await this.#request('tools/call', { name, arguments: args })) as ToolResult;
  }

  /** For the model's next turn. */
  async informModel(text: string): Promise<void> {
    await this.#request('ui/update-model-context', { content: [{ type: 'text', text }] });
  }

  notify(method: string, params: Record<string, unknown> = {}): void {
    this.#post({ jsonrpc: '2.0', method, params });
  }

  #request(method: string, params: Record<string, unknown>): Promise<unknown> {
    const id = ++this.#lastId;
    this.#post({ jsonrpc: '2.0', id, method, params });
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, ({ result, error }) => {
        if (error) reject(new Error(error.message));
        else resolve(result);
      });
    });
  }

  #receive(message: Message): void {
    const { id, method, params = {} } = message;
    if (method === undefined) {
      if (id === undefined) return;
      this.#waiting.get(id)?.(message);
      this.#waiting.delete(id);
      return;
    }
    if (id !== undefined) this.#reply(id, method);
    else if (method === 'ui/notifications/tool-input') {
      this.#events.onInput((params.arguments ?? {}) as Record<string, unknown>);
    } else if (method === 'ui/notifications/tool-result') {
      this.#events.onResult(params as ToolResult);
    } else if (method === 'ui/notifications/host-context-changed') {
      this.#events.onContext(params as HostContext);
    }
  }

  #reply(id: number | string, method: string): void {
    if (method === 'ping' || method === 'ui/resource-teardown') {
      this.#post({ jsonrpc: '2.0', id, result: {} } as Message);
    } else {
      const error = { code: -32601, message: `Method not found: ${method}` };
      this.#post({ jsonrpc: '2.0', id, error });
    }
  }

  /** A sandboxed view does not know the origin of its host. */
  #post(message: Message): void {
    this.#host.postMessage(message, '*');
  }
}
