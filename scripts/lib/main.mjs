import { stopAll } from './run.mjs';
import { report } from './setup-error.mjs';

/**
 * Runs a script. What it started ends with it; errors are reported and become an exit code.
 * @param {() => Promise<void>} script
 */
export async function main(script) {
  const onSignal = (/** @type {NodeJS.Signals} */ signal) => {
    stopAll();
    process.exit(signal === 'SIGINT' ? 130 : 143);
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  try {
    await script();
  } catch (error) {
    report(error);
    stopAll();
    process.exit(1);
  } finally {
    process.off('SIGINT', onSignal);
    process.off('SIGTERM', onSignal);
  }
}
