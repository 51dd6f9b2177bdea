import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { makeProject } from '../../../npm/mcp/test/helpers/project.ts';

export { makeProject };

export const ROADMAP = `<!-- long-term-plan:format=v1 -->
# Product Roadmap

## Milestones

- [*] Parser <!-- long-term-plan:id=t_parser -->
  - [√] Headings <!-- long-term-plan:id=t_headings -->
  - [ ] Bodies <!-- long-term-plan:id=t_bodies -->
- [ ] Editor <!-- long-term-plan:id=t_editor -->
`;

/** What `plan_list` replies for a project with that plan alone. */
export const ROADMAP_LISTED = {
  plans: [
    {
      planId: 'roadmap',
      title: 'Product Roadmap',
      path: '.long-term-plan/roadmap.md',
      stats: { total: 4, todo: 2, doing: 1, done: 1 },
    },
  ],
};

/** A project with one plan. */
export function makeRoadmap(context: TestContext, name?: string): string {
  const root = makeProject(context, name);
  mkdirSync(join(root, '.long-term-plan'));
  writeFileSync(join(root, '.long-term-plan', 'roadmap.md'), ROADMAP);
  return root;
}
