/** All that the server loads only when a client wants more than a list. The build makes one file of it. */
export * from './sdk.ts';
export * from './watched-session.ts';
