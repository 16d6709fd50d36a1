import { part } from '@managed-fields/merge-engine';

/** kubectl commands: playing them, and what their steps show. */
export const commands = part(() => import('./commands.ts'));
