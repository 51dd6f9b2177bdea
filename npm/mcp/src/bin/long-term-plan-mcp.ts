import { serve } from '../server/serve.ts';
import { coreFolder, orWrongUsage, version } from './command.ts';

orWrongUsage('long-term-plan-mcp', () => serve(process.argv.slice(2), version, coreFolder));
