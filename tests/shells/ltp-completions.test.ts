/** Completion in shells that are not on every machine; `scripts/lib/requirements/shells.mjs` finds them. */
import { test } from 'node:test';
import { makeDemo } from '../e2e/helpers/ltp.ts';
import { completesEverything } from '../e2e/helpers/shell.ts';

test('zsh completes on a terminal', async (context) => {
  const command = "PS1='ready>' zsh -f -i";
  const source = 'autoload -U compinit; compinit -u -D; eval "$(ltp completions zsh)"';
  await completesEverything(context, { command, source }, makeDemo(context));
});

test('fish completes on a terminal', async (context) => {
  const command =
    'fish --no-config -i -C \'function fish_prompt; echo "ready>"; end; set -g fish_greeting\'';
  await completesEverything(
    context,
    { command, source: 'ltp completions fish | source' },
    makeDemo(context),
  );
});
