/** The skill over MCP (SEP-2640): how to work with the tools, for clients that load such texts on demand. */
import {
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  type Server,
} from '@modelcontextprotocol/server';
import {
  SKILLS_GET_METHOD,
  SKILLS_LIST_METHOD,
  type Skill as SkillEntry,
  skillEntry,
} from '@modelcontextprotocol/server/ext/skills';
import * as z from 'zod/v4';
import type { Skill } from '../guide.ts';

/** The methods on which newer clients expect to learn how long a result stays valid. */
const CACHING = { ttlMs: 0, cacheScope: 'private' } as const;

export interface SkillOptions {
  /** The skill as it is now: the project can bring other settings. */
  current: () => Skill | undefined;
  isModern: boolean;
}

export function serveSkill(server: Server, { current, isModern }: SkillOptions): void {
  const caching = isModern ? CACHING : {};
  server.setRequestHandler(SKILLS_LIST_METHOD, { params: z.looseObject({}) }, async () => {
    const skill = current();
    return { skills: skill ? [await entryOf(skill)] : [], ...caching };
  });
  const uriParams = z.looseObject({ uri: z.string() });
  server.setRequestHandler(SKILLS_GET_METHOD, { params: uriParams }, async ({ uri }) => {
    const skill = current();
    if (skill === undefined || uri !== uriOf(skill)) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `No skill is served at ${uri}`);
    }
    return { skill: await entryOf(skill), ...caching };
  });
}

/** The file of the skill, if that is what a client reads. */
export function readSkill(uri: string, skill: Skill | undefined): ReadResourceResult | undefined {
  if (skill === undefined || uri !== uriOf(skill)) return undefined;
  return { contents: [{ uri, mimeType: 'text/markdown', text: skill.text }] };
}

const uriOf = ({ name }: Skill): string => `skill://${name}/SKILL.md`;

function entryOf({ name, text }: Skill): Promise<SkillEntry> {
  return skillEntry(name, { 'SKILL.md': text });
}
