import type { Controller, State } from '../controller.ts';
import type { PlanModel } from '../model.ts';

/** What every view gets. */
export interface ViewProps {
  controller: Controller;
  state: State;
  model: PlanModel;
  /** Which tasks match what is asked; `undefined` if nothing is. */
  found: Uint8Array | undefined;
  canEdit: boolean;
  rowHeight: number;
  today: string;
}
