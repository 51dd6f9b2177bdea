/** One word of a command line that a person can copy: for `cmd` on Windows, for POSIX shells elsewhere. */
export function shellWord(text: string, platform = process.platform): string {
  if (platform === 'win32') return cmdWord(text);
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** In quotes, programs take `\"` for a quotation mark, and a backslash before one has to be doubled. */
function cmdWord(text: string): string {
  if (/^[\w@+=:,./\\-]+$/.test(text)) return text;
  return `"${text.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, '$1$1')}"`;
}
