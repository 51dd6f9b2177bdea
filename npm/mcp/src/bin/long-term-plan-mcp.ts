import { serve } from '../server/main.ts';
import { exitOnUsageError, version, wasmDir } from './program.ts';

exitOnUsageError('long-term-plan-mcp', () => serve(process.argv.slice(2), version, wasmDir));
