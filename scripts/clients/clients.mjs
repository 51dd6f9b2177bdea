/** The clients: how to start each of them unattended, with a model on this machine and without other traffic. */

const PROMPT = 'Work on the plan.';
const MODEL = 'model';

/**
 * @typedef {object} Client
 * @property {string} name also the heading of its section in docs/clients.md
 * @property {string} package
 * @property {string} program relative to node_modules; a JavaScript file is run by Node
 * @property {string[]} args
 * @property {(model: string) => Record<string, string>} env model: the address of the model
 * @property {(model: string) => Record<string, string>} [files] what chooses the model, by path as in docs/clients.md
 * @property {(model: string) => string[]} [before] arguments of a first run that sets the client up
 */

const platform = `${process.platform}-${process.arch}`;
const json = (/** @type {unknown} */ value) => JSON.stringify(value);

/** @type {Client[]} */
export const CLIENTS = [
  {
    name: 'Claude Code',
    package: '@anthropic-ai/claude-code',
    program: `@anthropic-ai/claude-code-${platform}/claude`,
    args: ['-p', PROMPT, '--model', 'claude-sonnet-4-5', '--allowedTools', 'mcp__long-term-plan'],
    env: (model) => ({
      ANTHROPIC_BASE_URL: model,
      ANTHROPIC_API_KEY: 'none',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
    }),
  },
  {
    name: 'Codex',
    package: '@openai/codex',
    program: '@openai/codex/bin/codex.js',
    args: ['exec', '--skip-git-repo-check', PROMPT],
    env: () => ({}),
    files: (model) => ({
      '~/.codex/config.toml': `model = "gpt-5"
model_provider = "local"
check_for_update_on_startup = false

[analytics]
enabled = false

[model_providers.local]
name = "local"
base_url = "${model}/v1"
wire_api = "responses"
`,
    }),
  },
  {
    name: 'Gemini CLI',
    package: '@google/gemini-cli',
    program: '@google/gemini-cli/bundle/gemini.js',
    args: ['-m', 'gemini-2.5-flash', '-p', PROMPT, '--approval-mode', 'yolo', '--skip-trust'],
    env: (model) => ({ GEMINI_API_KEY: 'none', GOOGLE_GEMINI_BASE_URL: model }),
    files: () => ({
      '~/.gemini/settings.json': json({
        security: { auth: { selectedType: 'gemini-api-key' } },
        privacy: { usageStatisticsEnabled: false },
        telemetry: { enabled: false },
        general: { disableAutoUpdate: true },
      }),
    }),
  },
  {
    name: 'Copilot CLI',
    package: '@github/copilot',
    program: '@github/copilot/npm-loader.js',
    args: [
      '-p',
      PROMPT,
      '--allow-tool',
      'long-term-plan',
      '--disable-builtin-mcps',
      '--no-auto-update',
    ],
    env: (model) => ({
      COPILOT_OFFLINE: 'true',
      COPILOT_PROVIDER_BASE_URL: `${model}/v1`,
      COPILOT_PROVIDER_API_KEY: 'none',
      COPILOT_MODEL: MODEL,
    }),
  },
  {
    name: 'opencode',
    package: 'opencode-ai',
    program: `opencode-${platform}/bin/opencode`,
    args: ['run', PROMPT],
    env: () => ({
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
    }),
    files: (model) => ({
      '~/.config/opencode/opencode.json': json({
        autoupdate: false,
        share: 'disabled',
        model: `local/${MODEL}`,
        small_model: `local/${MODEL}`,
        provider: {
          local: {
            npm: '@ai-sdk/openai-compatible',
            options: { baseURL: `${model}/v1`, apiKey: 'none' },
            models: { [MODEL]: { tool_call: true } },
          },
        },
      }),
    }),
  },
  {
    name: 'Qwen Code',
    package: '@qwen-code/qwen-code',
    program: '@qwen-code/qwen-code/cli-entry.js',
    args: ['-p', PROMPT, '--approval-mode', 'yolo'],
    env: (model) => ({
      OPENAI_API_KEY: 'none',
      OPENAI_BASE_URL: `${model}/v1`,
      OPENAI_MODEL: MODEL,
    }),
    files: () => ({
      '~/.qwen/settings.json': json({
        security: { auth: { selectedType: 'openai' } },
        privacy: { usageStatisticsEnabled: false },
        general: { disableAutoUpdate: true },
      }),
    }),
  },
  {
    name: 'Continue',
    package: '@continuedev/cli',
    program: '@continuedev/cli/dist/cn.js',
    args: ['-p', '--auto', '--config', '~/.continue/config.yaml', PROMPT],
    env: () => ({ CONTINUE_TELEMETRY_ENABLED: '0', CONTINUE_METRICS_ENABLED: '0' }),
    files: (model) => ({
      '~/.continue/config.yaml': `name: local
version: 1.0.0
schema: v1
models:
  - name: local
    provider: openai
    model: ${MODEL}
    apiBase: ${model}/v1
    apiKey: none
    roles: [chat]
`,
    }),
  },
  {
    name: 'Cline',
    package: 'cline',
    program: `@cline/cli-${platform}/bin/cline`,
    before: (model) => [
      'auth',
      'openai-compatible',
      '-k',
      'none',
      '-m',
      MODEL,
      '-b',
      `${model}/v1`,
    ],
    args: ['-P', 'openai-compatible', '-m', MODEL, PROMPT],
    env: () => ({ CLINE_TELEMETRY_DISABLED: '1' }),
  },
];
