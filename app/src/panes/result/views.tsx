import { type ComponentType, lazy, type ReactNode } from 'react';
import { words } from '../../language/language.ts';
import { MigrationsView } from '../command/migration-view.tsx';
import { OtherWayView } from '../command/other-way-view.tsx';
import { RequestsView } from '../command/requests-view.tsx';
import { ThreeWayView } from '../command/three-way-view.tsx';
import type { ResultViewName } from '../parts/look.ts';
import type { ResultViewProps } from '../parts/screen.ts';
import { ObjectActs } from './object-acts.tsx';
import { ObjectView } from './object-view.tsx';

/** One view of the result: its tab, when there is something to see, and how it is drawn. */
export interface ResultView {
  readonly name: ResultViewName;
  readonly label: (props: ResultViewProps) => ReactNode;
  readonly has: (props: ResultViewProps) => boolean;
  readonly View: ComponentType<ResultViewProps>;
  /** What can be done with it, beside the tabs. */
  readonly Acts?: ComponentType<ResultViewProps>;
}

/** All views, in the order of their tabs; the first is always there. */
export const resultViews: readonly ResultView[] = [
  { name: 'object', label: () => words.result.viewNames.object, has: () => true, View: ObjectView, Acts: ObjectActs },
  {
    name: 'changes',
    label: () => words.result.viewNames.changes,
    has: ({ shown }) => shown.object !== undefined,
    View: lazy(async () => ({ default: (await import('./changes-view.tsx')).ChangesView })),
  },
  {
    name: 'entries',
    label: () => words.result.viewNames.entries,
    has: ({ result }) => result !== undefined,
    View: lazy(async () => ({ default: (await import('./entries-view.tsx')).EntriesView })),
  },
  {
    name: 'table',
    label: () => words.result.viewNames.table,
    has: ({ result }) => result !== undefined,
    View: lazy(async () => ({ default: (await import('./table-view.tsx')).TableView })),
  },
  {
    name: 'requests',
    label: ({ command }) => (
      <>
        {words.result.viewNames.requests} <small>{command?.requests.length}</small>
      </>
    ),
    has: ({ command }) => command !== undefined,
    View: RequestsView,
  },
  {
    name: 'three-way',
    label: () => words.result.viewNames['three-way'],
    has: ({ command }) => command !== undefined && command.applies.length > 0,
    View: ThreeWayView,
  },
  {
    name: 'migration',
    label: () => words.result.viewNames.migration,
    has: ({ command }) => command !== undefined && command.migrations.length > 0,
    View: MigrationsView,
  },
  {
    name: 'other',
    label: ({ command }) => words.result.insteadNames[command?.otherWay ?? 'server'],
    has: ({ command }) => command?.otherWay !== undefined,
    View: OtherWayView,
  },
];
