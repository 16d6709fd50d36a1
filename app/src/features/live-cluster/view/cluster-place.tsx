import { lazyPane } from '../../../core/ui/lazy-pane.tsx';
import { clusterAddress } from '../state/cluster-mode.ts';

/** What the address says of the cluster mode when the page loads; nothing else ever begins it. */
const asked = clusterAddress(location.search) !== undefined;

const Bar = lazyPane(async () => (await import('./cluster-bar.tsx')).ClusterBar, { whenIdle: asked });

/** The bar of the cluster mode. Where the address does not ask for the mode, no code of it is fetched. */
export function ClusterPlace() {
  return asked ? <Bar /> : null;
}
