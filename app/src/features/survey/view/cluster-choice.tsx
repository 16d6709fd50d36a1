import { apiVersionOf, type ClusterResource } from '@managed-fields/live-cluster';
import { useEffect, useState } from 'react';
import { Dialog } from '../../../core/ui/dialog.tsx';
import { laterWords } from '../../../core/words/later-words.ts';
import { clusterAddress } from '../../live-cluster/state/cluster-mode.ts';
import { type Loaded, loadResources, type Resources } from '../../live-cluster/state/resources.ts';
import { ClusterProblem } from '../../live-cluster/view/cluster-problem.tsx';
import { readCluster } from '../state/read-cluster.ts';
import './cluster-choice.css';

/** Kinds that are chosen at first, by their group and plural name. */
const usual = new Set([
  'apps/deployments',
  'apps/statefulsets',
  'apps/daemonsets',
  '/services',
  '/configmaps',
  'networking.k8s.io/ingresses',
  'autoscaling/horizontalpodautoscalers',
]);

const idOf = ({ group, plural }: ClusterResource) => `${group}/${plural}`;

/** Asks which kinds of which namespaces are read from the cluster. */
export function ClusterChoice({ onClose }: { readonly onClose: () => void }) {
  const [loaded, setLoaded] = useState<Loaded<Resources>>();
  const [namespaces, setNamespaces] = useState(() => clusterAddress(location.search)?.namespace ?? '');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(usual);
  const [typed, setTyped] = useState('');
  useEffect(() => {
    let wanted = true;
    void loadResources().then((found) => wanted && setLoaded(found));
    return () => {
      wanted = false;
    };
  }, []);
  const { survey, cluster } = laterWords;
  const kinds = loaded?.kind === 'loaded' ? kindsOf(loaded.value) : [];
  const shown = kinds.filter((kind) => `${kind.kind} ${idOf(kind)}`.toLowerCase().includes(typed.toLowerCase()));
  const taken = kinds.filter((kind) => chosen.has(idOf(kind)));
  const read = () => {
    onClose();
    void readCluster(taken, [...new Set(namespaces.split(/[\s,]+/).filter((name) => name !== ''))]);
  };
  return (
    <Dialog title={survey.clusterTitle} className="survey-cluster" onClose={onClose}>
      {loaded?.kind === 'failed' && (
        <div className="cluster-choice" role="alert">
          <ClusterProblem failure={loaded.failure} rule={loaded.rule} />
        </div>
      )}
      <div className="cluster-choice">
        <label>
          <span>{survey.clusterNamespaces}</span>
          <input
            value={namespaces}
            placeholder={cluster.allNamespaces}
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            maxLength={2000}
            onChange={({ target }) => setNamespaces(target.value)}
          />
        </label>
        <label>
          <span>{survey.clusterKinds}</span>
          <input
            value={typed}
            placeholder={survey.clusterFilter}
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            onChange={({ target }) => setTyped(target.value)}
          />
        </label>
      </div>
      <ul className="dialog-scroll cluster-kinds" aria-label={survey.clusterKinds}>
        {loaded === undefined && <li>{cluster.loading}</li>}
        {shown.slice(0, 500).map((kind) => (
          <li key={idOf(kind)}>
            <label>
              <input
                type="checkbox"
                checked={chosen.has(idOf(kind))}
                onChange={({ target }) => {
                  const next = new Set(chosen);
                  if (target.checked) next.add(idOf(kind));
                  else next.delete(idOf(kind));
                  setChosen(next);
                }}
              />{' '}
              <b>{kind.kind}</b> <small>{apiVersionOf(kind)}</small>
            </label>
          </li>
        ))}
      </ul>
      <div className="cluster-choice cluster-read">
        <p className="survey-soft">{survey.clusterNote}</p>
        <button type="button" className="btn btn-primary" disabled={taken.length === 0} onClick={read}>
          {survey.clusterRead({ kinds: taken.length })}
        </button>
      </div>
    </Dialog>
  );
}

/** The kinds that can be listed, those that are chosen at first before the others. Secrets are never read. */
function kindsOf({ resources }: Resources): readonly ClusterResource[] {
  const listed = resources.filter(
    ({ verbs, group, plural, preferred }) =>
      verbs.includes('list') && preferred && !(group === '' && plural === 'secrets'),
  );
  const rank = (kind: ClusterResource) => (usual.has(idOf(kind)) ? 0 : 1);
  return [...listed].sort((a, b) => rank(a) - rank(b) || (a.kind < b.kind ? -1 : 1));
}
