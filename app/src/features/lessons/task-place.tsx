import { useScenario } from '../../core/store/scenario-store.ts';
import { lazyPane } from '../../core/ui/lazy-pane.tsx';

const TaskPanel = lazyPane(async () => (await import('./task-panel.tsx')).TaskPanel, { whenIdle: false });

/** The place above the panes for the task of the scenario on screen, if it has one. */
export function TaskPlace() {
  const has = useScenario(({ scenario }) => scenario.task !== undefined);
  return has ? <TaskPanel /> : null;
}
