/**
 * Something the scripts cannot do by themselves, with what the person can do about it. It is shown without a stack
 * trace: nothing is wrong with the scripts.
 */
export class Problem extends Error {
  /**
   * @param {string} message what is missing or went wrong, in one sentence
   * @param {{ remedy?: string, output?: string }} [details] the exact commands that help; what a failed command printed
   */
  constructor(message, { remedy = '', output = '' } = {}) {
    super(message);
    this.name = 'Problem';
    this.remedy = remedy;
    this.output = output;
  }
}

const SHOWN_LINES = 40;

/**
 * Prints an error on stderr: a problem as sentences, anything else with its stack.
 * @param {unknown} error
 */
export function report(error) {
  if (!(error instanceof Problem)) {
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
