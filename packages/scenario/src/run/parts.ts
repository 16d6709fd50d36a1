import { part } from '@managed-fields/merge-engine';

/** kubectl commands: playing them, and what their steps show. */
export const commands = part(() => import('./commands.ts'));

/** What a refused apply conflicts about. */
export const conflicts = part(() => import('./conflict-view.ts'));

/** A definition for a custom resource that came without one. */
export const deductions = part(() => import('./deduced-definition.ts'));
