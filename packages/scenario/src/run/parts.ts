import { part } from '@managed-fields/api-server';

/** kubectl commands: playing them, and what their steps show. */
export const commands = part(() => import('./commands.ts'));

/** What a refused apply conflicts about. */
export const conflicts = part(() => import('./conflict-view.ts'));

/** The definitions that projects bring of their kinds; none where these cannot be fetched. */
export const knownDefinitions = part<
  Pick<typeof import('./known-kinds.ts'), 'withKnownKind' | 'withKnownResource' | 'withUnknownKept'>
>(() => import('./known-kinds.ts'), {
  withKnownKind: (state) => state,
  withKnownResource: (state) => state,
  withUnknownKept: (state) => state,
});

/** A definition for a custom resource that came without one. */
export const deductions = part(() => import('./deduced-definition.ts'));
