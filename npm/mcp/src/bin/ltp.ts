import { ltp } from '../cli/ltp.ts';
import { coreFolder, version } from './command.ts';

ltp(process.argv.slice(2), { version, coreFolder }).then((code) => {
  process.exitCode = code;
});
