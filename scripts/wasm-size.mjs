#!/usr/bin/env node
/** Reports what the wasm weighs, and fails past its limit. Needs what `npm run build` makes. */
import { wasmSize } from './lib/wasm-size.mjs';

const { withinLimit, report } = wasmSize();
console.log(report);
if (!withinLimit) process.exitCode = 1;
