import { HELP_FLAG, PLACE_FLAGS, VERSION_FLAG } from '../settings.ts';
import { OUTPUT_FLAGS } from './output.ts';

/** Of every command; before a command there is the version too. */
export const COMMON_FLAGS = [...OUTPUT_FLAGS, ...PLACE_FLAGS, HELP_FLAG];
export const FIRST_FLAGS = [...COMMON_FLAGS, VERSION_FLAG];
