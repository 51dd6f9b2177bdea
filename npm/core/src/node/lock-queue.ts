/**
 * The order in which processes take the lock: the one that has waited longest goes first. It looks often whether the lock is free;
 * the others wait the longer, the more processes are before them. So waiting costs little, and no process is left behind.
 */
import { comesBefore } from './lock-owner.ts';

/** Processes that did not take the lock although it was free for them: they are stopped, or cannot write. */
let passedOver = new Set<string>();

/** The processes of this machine, among `names`, that go first. */
export function waitingLonger(owner: string, names: readonly string[]): string[] {
  return names.filter((name) => comesBefore(name, owner) && !passedOver.has(name));
}

/** From now on these do not go first. */
export function passOver(stuck: readonly string[], names: readonly string[]): void {
  passedOver = new Set([...passedOver].filter((name) => names.includes(name)).concat(stuck));
}

/** For the process that is next: short, because the lock is usually held for milliseconds. */
const SHORTEST_PAUSE_MS = 1;
/** After a long wait, or if the others are on machines that do not know the order. */
const LONGEST_PAUSE_OF_NEXT_MS = 5;
const PAUSE_GROWTH = 1 / 50;
/** However many are before this one: they may end, or be faster than before. */
const LONGEST_PAUSE_MS = 30;
/** The part of the expected time after which to look. */
const EARLIER = 0.8;

const SHORTEST_TURN_MS = 2;
const LONGEST_TURN_MS = 20;

/** How long the others have the lock, each, as far as this process has seen. */
let turnMs = SHORTEST_TURN_MS;

/** One wait for the lock. */
export class Wait {
  readonly #began = performance.now();
  /** How many processes were before this one when it came, including the owner. */
  #turns: number | undefined;
  #ahead = 0;

  /** How many processes go first. The owner of the lock is one more. */
  set ahead(count: number) {
    this.#turns ??= count + 1;
    this.#ahead = count;
  }

  get isNext(): boolean {
    return this.#turns !== undefined && this.#ahead === 0;
  }

  /** How long to wait before the next look. */
  get pauseMs(): number {
    if (this.#ahead > 0) return Math.min(EARLIER * this.#ahead * turnMs, LONGEST_PAUSE_MS);
    const waitedMs = performance.now() - this.#began;
    const longest = Math.min(SHORTEST_PAUSE_MS + waitedMs * PAUSE_GROWTH, LONGEST_PAUSE_OF_NEXT_MS);
    // Random, so that processes on different machines do not always look at the same time.
    return SHORTEST_PAUSE_MS + Math.random() * (longest - SHORTEST_PAUSE_MS);
  }

  /** The lock is taken. */
  end(): void {
    if (this.#turns === undefined || this.#turns < 2) return;
    const seenMs = (performance.now() - this.#began) / this.#turns;
    turnMs = Math.min(Math.max((turnMs + seenMs) / 2, SHORTEST_TURN_MS), LONGEST_TURN_MS);
  }
}
