/** Something the user has to do before a script can go on. It is reported without a stack trace: the script is not at fault. */
export class SetupError extends Error {
  /**
   * @param {string} message what is missing or went wrong, in one sentence
   * @param {{ remedy?: string, output?: string }} [details] the exact commands that help; the output of a failed command
   */
  constructor(message, { remedy = '', output = '' } = {}) {
    super(message);
    this.name = 'SetupError';
    this.remedy = remedy;
    this.output = output;
  }
}

const SHOWN_LINES = 40;

/**
 * Prints an error on stderr: a SetupError as sentences, anything else with its stack.
 * @param {unknown} error
 */
export function report(error) {
  if (!(error instanceof SetupError)) {
    console.error(error);
    return;
  }
  const output = error.output.trimEnd();
  if (output !== '') {
    const lines = output.split('\n');
    if (lines.length > SHOWN_LINES) console.error(`[… ${lines.length - SHOWN_LINES} lines before]`);
    console.error(lines.slice(-SHOWN_LINES).join('\n'));
  }
  console.error(`\nerror: ${error.message}`);
  if (error.remedy !== '') console.error(`What to do: ${error.remedy}`);
}
