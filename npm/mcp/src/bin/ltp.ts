import { ltp } from '../cli/ltp.ts';
import { version, wasmFile } from './command.ts';

ltp(process.argv.slice(2), { version, wasmFile }).then((code) => {
  process.exitCode = code;
});
