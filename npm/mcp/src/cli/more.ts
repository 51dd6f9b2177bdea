/** All that `ltp` loads only when a call needs it. The build makes one file of it. */
export * from './commands/board.ts';
export * from './commands/call.ts';
export * from './commands/check.ts';
export * from './commands/complete.ts';
export * from './commands/completions.ts';
export * from './commands/help.ts';
export * from './commands/init.ts';
export * from './commands/log.ts';
export * from './commands/show.ts';
export * from './commands/stats.ts';
export * from './commands/undo.ts';
export * from './commands/watch.ts';
export * from './help.ts';
export * from './text/diff.ts';
export * from './text/pager.ts';
export * from './text/result.ts';
export * from './text/style.ts';
