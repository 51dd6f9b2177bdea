#!/usr/bin/env node
/**
 * Counts what operations of the core take, in instructions, and compares with core/instructions/baseline.json. Unlike
 * seconds, instructions are the same on a busy machine.
 *
 *   node scripts/instructions.mjs [--accept]
 */
import { parseArgs } from 'node:util';
import { acceptInstructions, checkInstructions } from './lib/instructions/check.mjs';
import { main } from './lib/main.mjs';
import { task } from './lib/progress.mjs';
import { hasValgrind, VALGRIND_REMEDY } from './lib/requirements/valgrind.mjs';
import { SetupError } from './lib/setup-error.mjs';

await main(async () => {
  const { values: options } = parseArgs({ options: { accept: { type: 'boolean' } } });
  if (!hasValgrind()) throw new SetupError('There is no valgrind.', { remedy: VALGRIND_REMEDY });
  const work = options.accept ? acceptInstructions : checkInstructions;
  const { isGood, report } = await task('counting instructions', work);
  console.log(report);
  if (!isGood) process.exitCode = 1;
});
