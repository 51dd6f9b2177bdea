/** The names that git uses for the missing side of a new or deleted file. */
const NO_FILE = '/dev/null';
/** The same on Windows, where a device has many spellings: `nul`, `NUL:`, `\\.\nul`. */
const WINDOWS_NO_FILE = /^(?:[\\/]{2}[.?][\\/])?nul:?$/i;

export function isNoFile(word: string, platform = process.platform): boolean {
  return word === NO_FILE || (platform === 'win32' && WINDOWS_NO_FILE.test(word));
}
