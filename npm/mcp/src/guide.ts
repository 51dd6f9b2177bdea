/**
 * What models read about the tools besides their descriptions: the server's instructions, a skill, and a block of AGENTS.md. All
 * of it comes from the same lines of the core, and names only tools that are listed, by the names under which they are listed.
 */
import { offeredTools } from 'long-term-plan-core/slim';
import type { GuideLine, ListedToolset, Listing, Paragraph, Toolset } from './listing.ts';
import type { Policy, ToolChoice } from './settings.ts';

export type GuideSettings = ToolChoice &
  Pick<Policy, 'readOnly' | 'requireIfMatch' | 'leaseMinutes'>;

export interface Skill {
  name: string;
  description: string;
  /** The file SKILL.md. */
  text: string;
}

/** One line for each rule. */
export function composeInstructions(listing: Listing, settings: GuideSettings): string {
  const [first = [], ...rest] = enabledToolsets(listing, settings).flatMap((toolset) =>
    givenLines(toolset, listing, settings).map(({ text }) => text),
  );
  return [first, sharedRules(listing, settings), rest].flat().join('\n');
}

/** The guide of an enabled toolset in full; `undefined` without one, or if it could name no tool. */
export function composeSkill(listing: Listing, settings: GuideSettings): Skill | undefined {
  const toolset = enabledToolsets(listing, settings).find(({ skill }) => skill !== undefined);
  if (toolset?.skill === undefined) return undefined;
  const lines = givenLines(toolset, listing, settings);
  if (lines.every(({ needs = [] }) => needs.length === 0)) return undefined;
  const { name, description, title } = toolset.skill;
  const sections = lines.flatMap(({ heading, text, details }) => [
    `## ${heading}`,
    text,
    ...details,
  ]);
  const body = [`# ${title}`, ...sharedRules(listing, settings), ...sections].join('\n\n');
  return { name, description, text: `${frontmatter({ name, description })}\n${body}\n` };
}

/** For AGENTS.md: the essentials, as a Markdown section. */
export function composeAgentsSection(listing: Listing, settings: GuideSettings): string {
  const essentials = enabledToolsets(listing, settings).flatMap((toolset) =>
    givenLines(toolset, listing, settings).filter(({ isForAgentsFile }) => isForAgentsFile),
  );
  const rules = [...essentials.map(({ text }) => text), ...sharedRules(listing, settings)];
  return `## Plans\n\n${rules.map((rule) => `- ${rule}\n`).join('')}`;
}

function frontmatter(fields: Record<string, string>): string {
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\n`);
  return `---\n${lines.join('')}---\n`;
}

function enabledToolsets({ toolsets }: Listing, settings: GuideSettings): ListedToolset[] {
  return toolsets.filter(({ name }) => settings.toolsets.includes(name));
}

function sharedRules({ instructions }: Listing, settings: GuideSettings): string[] {
  return instructions.filter((line) => isInMode(line, settings)).map(({ text }) => text);
}

interface GivenLine extends Omit<GuideLine, 'details'> {
  details: string[];
}

/** The lines whose tools are all listed. */
function givenLines(
  toolset: Toolset & ListedToolset,
  listing: Listing,
  settings: GuideSettings,
): GivenLine[] {
  const nameOf = listedNames(toolset, listing, settings);
  const isGiven = ({ needs = [] }: Paragraph) => needs.every((name) => nameOf(name) !== undefined);
  const worded = ({ text }: Paragraph) =>
    text
      .replace(/[a-z]+(?:_+[a-z]+)+/g, (word) => nameOf(word) ?? word)
      .replace('{leaseMinutes}', String(settings.leaseMinutes));
  return toolset.instructions
    .filter((line) => isInMode(line, settings) && isGiven(line))
    .map((line) => ({
      ...line,
      text: worded(line),
      details: (line.details ?? []).filter(isGiven).map(worded),
    }));
}

function isInMode({ only }: GuideLine, settings: GuideSettings): boolean {
  return only === undefined || settings[only];
}

/** How a tool that the lines of a toolset name is listed, if it is. */
function listedNames(
  toolset: Toolset,
  { toolsets }: Listing,
  settings: GuideSettings,
): (declared: string) => string | undefined {
  const listed = new Set(offeredTools(toolsets, settings).map(({ name }) => name));
  return (declared) => {
    const own = toolset.tools.filter(({ name }) => name === declared);
    const [offered] = offeredTools([{ ...toolset, tools: own }], { toolsets: settings.toolsets });
    const name = own.length === 0 ? declared : offered?.name;
    if (name === undefined || !listed.has(name)) return undefined;
    const isDotted = settings.toolNames === 'dotted' && toolset.hasDottedNames !== false;
    return isDotted ? dotted(name) : name;
  };
}

/** A dot instead of the first underscore. Two underscores are part of a specification's name and stay. */
export function dotted(name: string): string {
  return name.replace(/(?<!_)_(?!_)/, '.');
}
