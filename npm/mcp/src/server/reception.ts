/**
 * Reads the input for the front desk, for as long as that has answers. It reads the file by itself: Node's stream of it
 * costs a quarter of what Node takes to start, and is made only for whoever goes on.
 */
import { read } from 'node:fs';
import { print } from '../output.ts';
import type { FrontDesk } from './front-desk.ts';

const STDIN = 0;
const NEWLINE = 0x0a;

/** A beginning of a conversation has no longer line; and nothing can be nested deeply in it. */
const LONGEST_BYTES = 4096;

/** `handOver` is called when the first line that is not for the desk is the next to be read from `process.stdin`. */
export function receive(desk: FrontDesk, handOver: () => void): void {
  const buffer = Buffer.alloc(LONGEST_BYTES);
  let filled = 0;

  const readOn = () => read(STDIN, buffer, filled, buffer.length - filled, null, take);

  // Never while a read is under way: so no byte is lost between the two who read.
  const leave = () => {
    if (filled > 0) process.stdin.unshift(buffer.subarray(0, filled));
    handOver();
  };

  const take = (error: NodeJS.ErrnoException | null, count: number) => {
    // The stream knows of inputs that do not wait, and of whatever else there is.
    if (error) return leave();
    if (count === 0) return;
    filled += count;
    for (let end = endOfLine(); end >= 0; end = endOfLine()) {
      const answer = desk.answerTo(buffer.subarray(0, end));
      if (answer === undefined) return leave();
      buffer.copyWithin(0, end + 1, filled);
      filled -= end + 1;
      if (answer !== '' && !isHeard(answer)) return;
    }
    if (filled === buffer.length) leave();
    else readOn();
  };

  const endOfLine = () => buffer.subarray(0, filled).indexOf(NEWLINE);

  readOn();
}

/** Whoever cannot be answered, for whatever reason, has gone away. */
function isHeard(answer: string): boolean {
  try {
    return print(answer);
  } catch {
    return false;
  }
}
