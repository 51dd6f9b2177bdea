import { serve } from '../server/serve.ts';
import { orWrongUsage, version, wasmFile } from './command.ts';

orWrongUsage('long-term-plan-mcp', () => serve(process.argv.slice(2), version, wasmFile));
