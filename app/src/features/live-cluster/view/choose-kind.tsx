import { apiVersionOf, type ClusterResource, readTypedObject, resourcesNamed } from '@managed-fields/live-cluster';
import { useEffect, useState } from 'react';
import { VisibleText } from '../../../core/code-view/visible-text.tsx';
import { type PickGroup, PickList } from '../../../core/ui/pick-list.tsx';
import { laterWords } from '../../../core/words/later-words.ts';
import { type Loaded, loadResources, type Resources } from '../state/resources.ts';
import { OpenProblem } from './cluster-problem.tsx';
import { openTyped } from './open-object.ts';
import { OpeningNote, useOpening } from './opening.tsx';

interface ChooseKindProps {
  readonly namespace: string;
  readonly onChoose: (resource: ClusterResource) => void;
}

/** The most kinds that are drawn; a search finds the others. */
const drawnKinds = 300;
/** Kinds that people look for first, in the core group and in apps. */
const usual = ['deployments', 'statefulsets', 'daemonsets', 'services', 'configmaps', 'ingresses', 'pods', 'nodes'];

/** Lists the kinds of the cluster that can be read, with a search, and opens an object that is typed by its name. */
export function ChooseKind({ namespace, onChoose }: ChooseKindProps) {
  const [query, setQuery] = useState('');
  const [loaded, setLoaded] = useState<Loaded<Resources>>();
  const { state, open, forget } = useOpening();
  useEffect(() => {
    let wanted = true;
    void loadResources().then((found) => wanted && setLoaded(found));
    return () => {
      wanted = false;
    };
  }, []);
  const said = laterWords.cluster;
  if (loaded?.kind === 'failed')
    return (
      <div className="dialog-scroll cluster-body" role="alert">
        <OpenProblem failure={loaded} />
      </div>
    );
  const resources = loaded?.value.resources ?? [];
  const typed = readTypedObject(query);
  const named = typed !== undefined && typed.name !== '' ? typed : undefined;
  const kinds = kindsFor(query, resources);
  const groups: readonly PickGroup[] = [
    {
      id: 'typed',
      heading: '',
      items:
        named === undefined
          ? []
          : [
              {
                id: 'typed',
                content: (
                  <b>
                    {said.openTyped({
                      name: `${named.resource}/${named.name}`,
                      namespace: named.namespace ?? namespace,
                    })}
                  </b>
                ),
              },
            ],
    },
    {
      id: 'usual',
      heading: query === '' ? said.usual : '',
      items: (query === '' ? usualOf(resources) : []).map(itemOf('usual')),
    },
    { id: 'all', heading: query === '' ? said.allKinds : '', items: kinds.slice(0, drawnKinds).map(itemOf('all')) },
  ];
  return (
    <>
      <PickList
        label={said.kindLabel}
        placeholder={said.kindPlaceholder}
        query={query}
        onQuery={(text) => {
          setQuery(text);
          forget();
        }}
        groups={groups}
        none={loaded === undefined ? said.loading : said.noKind}
        count={said.kindCount({ count: kinds.length })}
        onPick={(id) => {
          if (id === 'typed') void open(() => openTyped(query, namespace));
          else {
            const chosen = resources.find((each) => idOf(each) === id.slice(id.indexOf(' ') + 1));
            if (chosen !== undefined) onChoose(chosen);
          }
        }}
      >
        <OpeningNote {...state} />
        {loaded !== undefined && loaded.value.stale.length > 0 && (
          <p className="cluster-note">
            <VisibleText text={said.stale(loaded.value.stale)} />
          </p>
        )}
      </PickList>
      <p className="cluster-foot">{said.secretsNote}</p>
    </>
  );
}

const idOf = ({ group, version, plural }: ClusterResource) => `${group}/${version}/${plural}`;

const itemOf = (list: string) => (resource: ClusterResource) => ({
  id: `${list} ${idOf(resource)}`,
  content: (
    <>
      <b>{resource.kind}</b> <small>{apiVersionOf(resource)}</small>
      {!resource.namespaced && <small className="cluster-wide">{laterWords.cluster.clusterWide}</small>}
    </>
  ),
});

/** The kinds that can be listed or read, by what is typed; Secrets are asked for by name alone. */
function kindsFor(query: string, resources: readonly ClusterResource[]): readonly ClusterResource[] {
  const listed = resources.filter(
    ({ verbs, group, plural, preferred }) =>
      verbs.includes('list') && preferred && !(group === '' && plural === 'secrets'),
  );
  const text = query.trim().toLowerCase();
  if (text === '') return [...listed].sort((a, b) => a.kind.localeCompare(b.kind));
  const exact = resourcesNamed(text.split(/[\s/]/)[0] ?? '', resources).filter((each) => listed.includes(each));
  const partly = listed.filter(
    (each) => !exact.includes(each) && `${each.kind} ${each.plural}.${each.group}`.toLowerCase().includes(text),
  );
  return [...exact, ...partly];
}

function usualOf(resources: readonly ClusterResource[]): readonly ClusterResource[] {
  return usual.flatMap((plural) =>
    resources.filter((each) => each.plural === plural && each.preferred && usualGroups.has(each.group)),
  );
}

const usualGroups = new Set(['', 'apps', 'networking.k8s.io']);
