/** A few words of which one is chosen. */

export function Segments<const Word extends string>(props: {
  label: string;
  words: readonly Word[];
  value: NoInfer<Word>;
  set(word: NoInfer<Word>): void;
}) {
  const { label, words, value, set } = props;
  return (
    <div class="seg" role="group" aria-label={label}>
      {words.map((word) => (
        <button key={word} type="button" aria-pressed={word === value} onClick={() => set(word)}>
          {word}
        </button>
      ))}
    </div>
  );
}
