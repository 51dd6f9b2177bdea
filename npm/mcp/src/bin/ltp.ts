import { ltp } from '../cli/ltp.ts';
import { orWrongUsage, version, wasmFile } from './command.ts';

orWrongUsage('ltp', async () => {
  process.exitCode = await ltp(process.argv.slice(2), version, wasmFile);
});
