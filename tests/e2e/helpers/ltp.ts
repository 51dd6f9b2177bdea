/** `ltp` in its own process, as scripts and people use it. */
import { ltpChecks } from '../../../npm/mcp/test/cli/helpers/demo.ts';
import { ltpBin, run } from './commands.ts';

export {
  DEMO,
  makeDemo,
  planPath,
  planText,
  putPlan,
} from '../../../npm/mcp/test/cli/helpers/demo.ts';

export const { ltp, ltpJson, ltpText, ltpFails } = ltpChecks((root, args) =>
  run(ltpBin, args, { cwd: root }),
);
