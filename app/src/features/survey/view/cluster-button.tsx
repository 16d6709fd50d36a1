import { useState } from 'react';
import { lazyPane } from '../../../core/ui/lazy-pane.tsx';
import { laterWords } from '../../../core/words/later-words.ts';
import { useCluster } from '../../live-cluster/state/cluster-mode.ts';

const Choice = lazyPane(async () => (await import('./cluster-choice.tsx')).ClusterChoice, { whenIdle: false });

/** A button that reads objects of the cluster into the survey, where the page is connected to one. */
export function ClusterButton({ className = 'btn btn-small' }: { readonly className?: string }) {
  const connected = useCluster(({ mode }) => mode.kind === 'connected');
  const [open, setOpen] = useState(false);
  if (!connected) return null;
  return (
    <>
      <button type="button" className={className} onClick={() => setOpen(true)}>
        {laterWords.survey.fromCluster}
      </button>
      {open && <Choice onClose={() => setOpen(false)} />}
    </>
  );
}
