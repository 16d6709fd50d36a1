import type { ComponentType, ReactNode } from 'react';
import { lazyPane } from '../../../core/ui/lazy-pane.tsx';
import { words } from '../../../core/words/language.ts';
import type { ResultViewName } from '../look.ts';
import type { ResultViewProps } from '../shown.ts';
import { ObjectActions } from './object-actions.tsx';
import { ObjectView } from './object-view.tsx';

/** Makes a view that is fetched when it is first opened, or when the browser is idle. */
function lazyView(load: () => Promise<ComponentType<ResultViewProps>>) {
  return lazyPane(load, { fallback: <Waiting /> });
}

function Waiting() {
  return <p className="pane-empty">{words.page.working}</p>;
}

/** A view of the result: its tab, when it has something to show, and how it is drawn. */
export interface ResultView {
  readonly name: ResultViewName;
  readonly label: (props: ResultViewProps) => ReactNode;
  readonly has: (props: ResultViewProps) => boolean;
  readonly View: ComponentType<ResultViewProps>;
  /** Drawn beside the tabs: its actions. */
  readonly Acts?: ComponentType<ResultViewProps>;
}

/** All views, in the order of their tabs. The first always has something to show. */
export const resultViews: readonly ResultView[] = [
  {
    name: 'object',
    label: () => words.result.viewNames.object,
    has: () => true,
    View: ObjectView,
    Acts: ObjectActions,
  },
  {
    name: 'changes',
    label: () => words.result.viewNames.changes,
    has: ({ shown }) => shown.object !== undefined,
    View: lazyView(async () => (await import('./changes-view.tsx')).ChangesView),
  },
  {
    name: 'entries',
    label: () => words.result.viewNames.entries,
    has: ({ result }) => result !== undefined,
    View: lazyView(async () => (await import('./entries-view.tsx')).EntriesView),
  },
  {
    name: 'table',
    label: () => words.result.viewNames.table,
    has: ({ result }) => result !== undefined,
    View: lazyView(async () => (await import('./table-view.tsx')).TableView),
  },
  {
    name: 'requests',
    label: ({ sent }) => (
      <>
        {words.result.viewNames.requests} <small>{sent?.requests.length}</small>
      </>
    ),
    has: ({ sent }) => sent !== undefined,
    View: lazyView(async () => (await import('../command/requests-view.tsx')).RequestsView),
  },
  {
    name: 'admission',
    label: () => words.result.viewNames.admission,
    has: ({ admission }) => admission.length > 0,
    View: lazyView(async () => (await import('./admission-view.tsx')).AdmissionTab),
  },
  {
    name: 'three-way',
    label: () => words.result.viewNames['three-way'],
    has: ({ command }) => command !== undefined && command.applies.length > 0,
    View: lazyView(async () => (await import('../command/three-way-view.tsx')).ThreeWayView),
  },
  {
    name: 'migration',
    label: () => words.result.viewNames.migration,
    has: ({ command }) => command !== undefined && command.migrations.length > 0,
    View: lazyView(async () => (await import('../command/migration-view.tsx')).MigrationsView),
  },
  {
    name: 'other',
    label: ({ command }) => words.result.insteadNames[command?.otherWay ?? 'server'],
    has: ({ command }) => command?.otherWay !== undefined,
    View: lazyView(async () => (await import('../command/other-way-view.tsx')).OtherWayView),
  },
];
