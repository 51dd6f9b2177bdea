/**
 * Imported before the SDK, which checks messages with zod. A validator that is compiled pays off only
 * after many messages, and a start sees few.
 */
import { config } from 'zod/v4';

config({ jitless: true });
