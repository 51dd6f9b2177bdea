import { SetupError } from '../setup-error.mjs';

const OLDEST_MAJOR = 20;

export function checkNode() {
  if (Number(process.versions.node.split('.')[0]) >= OLDEST_MAJOR) return;
  throw new SetupError(`Node ${OLDEST_MAJOR} or newer is needed; this is ${process.version}.`, {
    remedy: 'install a current Node from https://nodejs.org and run the same command again.',
  });
}
