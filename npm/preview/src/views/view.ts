import type { Controller, State } from '../controller.ts';
import type { PlanModel } from '../model.ts';

/** The properties of every view. */
export interface ViewProps {
  controller: Controller;
  state: State;
  model: PlanModel;
  /** Which tasks match; `undefined` without query and filters. */
  found: Uint8Array | undefined;
  canEdit: boolean;
  rowHeight: number;
  today: string;
}
