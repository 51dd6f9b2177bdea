/** The word that was most likely meant, if one is close enough. */
export function closestMatch(word: string, words: readonly string[]): string | undefined {
  let best: string | undefined;
  let least = Math.floor(word.length / 2) + 1;
  for (const candidate of words) {
    const distance = editDistance(word, candidate);
    if (distance < least) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}

/** The number of letters to insert, delete or replace. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1];
    for (const [column, other] of [...to].entries()) {
      const replaced = (row[column] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}

/** Whether a word of at least three letters was typed with one letter too many, too few, wrong or swapped with the next. */
export function isTypo(word: string, typed: string): boolean {
  if (word.length < 3 || word === typed) return false;
  let start = 0;
  while (start < word.length && word[start] === typed[start]) start += 1;
  const [one, other] = [word.slice(start), typed.slice(start)];
  const isSwapped = one[0] === other[1] && one[1] === other[0] && one.slice(2) === other.slice(2);
  return (
    one.slice(1) === other ||
    other.slice(1) === one ||
    one.slice(1) === other.slice(1) ||
    (one.length > 1 && isSwapped)
  );
}
