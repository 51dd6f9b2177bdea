/** People and agents: how a name is drawn. People are round, agents square. */

/** Names of clients that call the tools; a server adds a hyphen and random characters. */
const CLIENTS =
  /^(claude|codex|gemini|cursor|copilot|cline|windsurf|zed|opencode|goose|aider|continue|amp|agent|bot)\b/i;

export const isAgent = (name: string): boolean =>
  name.includes('/') || CLIENTS.test(name) || /-(?=[a-z0-9]*\d)[a-z0-9]{3,5}$/.test(name);

/** One letter for a person, two characters of the part that differs between agents. */
export function lettersOf(name: string): string {
  if (!isAgent(name)) return (name.trim()[0] ?? '?').toUpperCase();
  const last = name.split(/[/\-_ ]/).findLast((part) => part !== '') ?? name;
  return last.slice(0, 2).toLowerCase();
}

/** Colors of avatars; agents and people have different ones, so that names next to each other differ more often. */
const AGENT_HUES = [3, 4, 5];
const PERSON_HUES = [1, 2, 5];

/** Which of the avatar colors a name has. */
export function hueOf(name: string): number {
  let hash = 7;
  for (const character of name) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 9973;
  const hues = isAgent(name) ? AGENT_HUES : PERSON_HUES;
  return hues[hash % hues.length] ?? 1;
}
