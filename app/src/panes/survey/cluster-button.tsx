import { useState } from 'react';
import { useCluster } from '../../cluster/cluster-mode.ts';
import { laterWords } from '../../language/later-words.ts';
import { lazyPane } from '../components/lazy-pane.tsx';

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
