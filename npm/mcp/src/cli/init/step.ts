/** One thing that `ltp init` sees to. */
export interface Step {
  /** Relative to the root. */
  path: string;
  /** Or else it was there before. */
  isMade: boolean;
  /** What to do by hand. */
  advice?: string;
  /** What would be made, when nothing is to be. */
  diff?: string;
}
