/** Unlike a Buffer, which puts in replacement characters, this refuses what is not UTF-8. */
export const utf8 = new TextDecoder('utf-8', { fatal: true });
