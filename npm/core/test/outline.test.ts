import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sectionPaths, subtasks, taskAttributes, taskDepths } from '../src/outline.ts';
import { createPlanFunctions } from '../src/plan.ts';
import { wasm } from './setting.ts';

const outline = createPlanFunctions(wasm).parse(`<!-- long-term-plan:format=v1 -->
# Title
- [ ] A <!-- long-term-plan:id=t_a -->
## One
### Two
- [ ] B <!-- long-term-plan:id=t_b tags=x,y due=2030-01-02 own=1 -->
  - [ ] C <!-- long-term-plan:id=t_c -->
    - [ ] D <!-- long-term-plan:id=t_d -->
  - [ ] E <!-- long-term-plan:id=t_e -->
## Three
- [ ] F <!-- long-term-plan:id=t_f -->
`);

test('sections have paths, and tasks have depths and subtasks', () => {
  assert.deepEqual(sectionPaths(outline), [[], ['One'], ['One', 'Two'], ['Three']]);
  assert.deepEqual(taskDepths(outline), [0, 0, 1, 2, 1, 0]);
  assert.deepEqual(subtasks(outline), [[], [2, 4], [3], [], [], []]);
});

test('attributes have the names of arguments, and unknown ones their own', () => {
  const [plain, task] = outline.tasks;
  assert.ok(plain && task);
  assert.deepEqual(taskAttributes(plain), []);
  assert.deepEqual(taskAttributes(task), [
    ['due', '2030-01-02'],
    ['tags', ['x', 'y']],
    ['own', '1'],
  ]);
});
