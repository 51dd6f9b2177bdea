import { ltp } from '../cli/main.ts';
import { processIo } from '../io.ts';
import { version, wasmDir } from './program.ts';

ltp(process.argv.slice(2), { version, wasmDir, io: processIo }).then((code) => {
  process.exitCode = code;
});
