/** A plan that is changed in several versions, to merge them. */
export const BASE = `<!-- long-term-plan:format=v1 -->
# Demo

## Now

- [ ] Alpha <!-- long-term-plan:id=t_a -->
- [ ] Beta <!-- long-term-plan:id=t_b -->
- [ ] Gamma <!-- long-term-plan:id=t_c -->

## Later

- [ ] Delta <!-- long-term-plan:id=t_d -->
`;

export function ticked(text: string, title: string): string {
  return text.replace(`[ ] ${title}`, `[√] ${title}`);
}

export function addedAfter(text: string, id: string, title: string): string {
  const line = `- [ ] ${title} <!-- long-term-plan:id=t_${title.toLowerCase()} -->\n`;
  return text.replace(new RegExp(`(id=${id} -->\n)`), `$1${line}`);
}

/** Two sides that git alone cannot merge, and what a merge by task makes of them. */
export const OURS = addedAfter(ticked(BASE, 'Alpha'), 't_c', 'Xi');
export const THEIRS = addedAfter(ticked(BASE, 'Beta'), 't_c', 'Phi');
export const BOTH = addedAfter(
  addedAfter(ticked(ticked(BASE, 'Alpha'), 'Beta'), 't_c', 'Xi'),
  't_c',
  'Phi',
);
