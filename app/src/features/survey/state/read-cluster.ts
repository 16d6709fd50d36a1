import type { ClusterResource } from '@managed-fields/live-cluster';
import { listObjects } from '../../live-cluster/state/find-object.ts';
import { useClusterReading } from './cluster-reading.ts';
import { readSources, useSurvey } from './survey-store.ts';

let ending: AbortController | undefined;

/** Reads lists of the cluster into the survey, one after the other: each kind in each namespace, or in all of them. */
export async function readCluster(kinds: readonly ClusterResource[], namespaces: readonly string[]): Promise<void> {
  stopCluster();
  const own = new AbortController();
  ending = own;
  const lists = kinds.flatMap((resource) =>
    (resource.namespaced && namespaces.length > 0 ? namespaces : ['']).map((namespace) => ({ resource, namespace })),
  );
  useClusterReading.setState({ lists: { done: 0, of: lists.length }, unread: [] });
  for (const [done, { resource, namespace }] of lists.entries()) {
    useClusterReading.setState({ lists: { done, of: lists.length } });
    const name = `${resource.plural}${resource.group === '' ? '' : `.${resource.group}`}`;
    for await (const page of listObjects(resource, namespace, own.signal)) {
      if (own.signal.aborted) return;
      if (page.kind === 'failed') {
        const failed = { resource: name, namespace, failed: page };
        useClusterReading.setState(({ unread }) => ({ unread: [...unread, failed] }));
      } else if (page.value.objects > 0) {
        readSources([{ name, content: new Blob([page.value.text]) }]);
      }
    }
    if (own.signal.aborted) return;
  }
  useClusterReading.setState({ lists: undefined });
}

/** Asks the cluster for no more. What came stays. */
export function stopCluster(): void {
  ending?.abort();
  ending = undefined;
  useClusterReading.setState({ lists: undefined });
}

// A survey that is let go of needs no more of it.
useSurvey.subscribe(({ progress }, before) => {
  if (progress.kind === 'none' && before.progress.kind !== 'none') {
    stopCluster();
    useClusterReading.setState({ unread: [] });
  }
});
