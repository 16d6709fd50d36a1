import { part } from '@managed-fields/api-server';

/** Playing kubectl commands, and the view of their steps. */
export const commands = part(() => import('./commands.ts'));

/** The view of a conflict. */
export const conflicts = part(() => import('./conflict-view.ts'));

/** The definitions of custom kinds that projects publish. Where they cannot be fetched, these kinds have none. */
export const knownDefinitions = part<
  Pick<typeof import('./known-kinds.ts'), 'withKnownKind' | 'withKnownResource' | 'withUnknownKept'>
>(() => import('./known-kinds.ts'), {
  withKnownKind: (state) => state,
  withKnownResource: (state) => state,
  withUnknownKept: (state) => state,
});

/** The definition that is made for a custom resource without one. */
export const deductions = part(() => import('./deduced-definition.ts'));
