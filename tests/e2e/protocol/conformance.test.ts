/**
 * The scenarios of the official conformance suite that apply to this server. The suite expects a server with tools and
 * prompts made for it. Where one of these stands for any tool, prompt or resource, its name is translated to one of ours.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Finished, run } from '../helpers/commands.ts';
import { serveHttp } from '../helpers/http-server.ts';
import { conformance } from '../helpers/official-tools.ts';
import { makeProject, makeRoadmap } from '../helpers/project.ts';

const APPLICABLE = [
  'server-initialize',
  'ping',
  'tools-list',
  'tools-call-simple-text',
  'tools-call-error',
  'completion-complete',
  'resources-list',
  'resources-read-text',
  'resources-subscribe',
  'resources-unsubscribe',
  'prompts-list',
  'prompts-get-simple',
];

const NO_SUCH_CONTENT = 'our tools and prompts reply with text and JSON only';
const NO_SUCH_FEATURE = 'the server has no such capability and does not claim it';
const HTTP_ONLY = 'about the HTTP transport, which only this test uses';
const FIXTURE = 'demands a fixture whose very content is checked';

/** Scenarios with the reason why they do not apply. */
const LEFT_OUT: Record<string, string> = {
  'logging-set-level': NO_SUCH_FEATURE,
  'tools-call-with-logging': NO_SUCH_FEATURE,
  'tools-call-with-progress': NO_SUCH_FEATURE,
  'tools-call-sampling': NO_SUCH_FEATURE,
  'tools-call-elicitation': NO_SUCH_FEATURE,
  'elicitation-sep1034-defaults': NO_SUCH_FEATURE,
  'elicitation-sep1330-enums': NO_SUCH_FEATURE,
  'tools-call-image': NO_SUCH_CONTENT,
  'tools-call-audio': NO_SUCH_CONTENT,
  'tools-call-embedded-resource': NO_SUCH_CONTENT,
  'tools-call-mixed-content': NO_SUCH_CONTENT,
  'resources-read-binary': NO_SUCH_CONTENT,
  'prompts-get-embedded-resource': NO_SUCH_CONTENT,
  'prompts-get-with-image': NO_SUCH_CONTENT,
  'json-schema-2020-12': FIXTURE,
  'resources-templates-read': FIXTURE,
  'prompts-get-with-args': FIXTURE,
  'server-sse-polling': HTTP_ONLY,
  'server-sse-multiple-streams': HTTP_ONLY,
  'dns-rebinding-protection': HTTP_ONLY,
};

/** Names of the suite, and what they are translated to. */
const TRANSLATIONS: [string, string][] = [
  ['"test_simple_text"', '"plan_list"'],
  ['"test_error_handling"', '"plan_get"'],
  ['test://static-text', 'plan://roadmap'],
  ['test://watched-resource', 'plan://roadmap'],
  ['"test_prompt_with_arguments"', '"plan_status"'],
  ['"name":"test_simple_prompt"', '"name":"plan_status","arguments":{"planId":"roadmap"}'],
];

const translate = (message: string) =>
  TRANSLATIONS.reduce((text, [theirs, ours]) => text.replaceAll(theirs, ours), message);

test('every scenario of the suite is tested, or excluded for a reason', async () => {
  const [command, ...program] = await conformance();
  const { stdout } = await run(command, [...program, 'list', '--server']);
  const scenarios = [...stdout.matchAll(/^ {2}- ([\w-]+)/gm)].map(([, name]) => name);
  assert.deepEqual(scenarios.sort(), [...APPLICABLE, ...Object.keys(LEFT_OUT)].sort());
});

test('the server conforms', async (context) => {
  const url = await serveHttp(context, makeRoadmap(context), translate);
  const [command, ...program] = await conformance();
  const results = makeProject(context, 'results');
  const check = (scenario: string): Promise<Finished> => {
    const args = ['server', '--url', url, '--scenario', scenario];
    return run(command, [...program, ...args], { cwd: results });
  };
  for (const scenario of APPLICABLE) {
    await context.test(scenario, async () => {
      const { code, stdout, stderr } = await check(scenario);
      assert.equal(code, 0, `${stdout}\n${stderr}`);
    });
  }
});
