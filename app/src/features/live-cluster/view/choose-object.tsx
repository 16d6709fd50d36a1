import type { ClusterResource, ListedName } from '@managed-fields/live-cluster';
import { useEffect, useRef, useState } from 'react';
import { VisibleText } from '../../../core/code-view/visible-text.tsx';
import { PickList } from '../../../core/ui/pick-list.tsx';
import { laterWords } from '../../../core/words/later-words.ts';
import { loadNames } from '../state/resources.ts';
import { OpenProblem } from './cluster-problem.tsx';
import { NamespaceField } from './namespace-field.tsx';
import { type OpenFailure, openNamed } from './open-object.ts';
import { OpeningNote, useOpening } from './opening.tsx';

interface ChooseObjectProps {
  readonly resource: ClusterResource;
  /** Empty for all namespaces. */
  readonly namespace: string;
  readonly onNamespace: (namespace: string) => void;
  readonly onBack: () => void;
}

/** The most names that are read, and the most that are drawn; a filter finds the others. */
const mostNames = 20_000;
const drawnNames = 200;

/** What was read of a list so far. */
interface Listed {
  readonly names: readonly ListedName[];
  /** The list goes on, and is still being read. */
  readonly reading: boolean;
  /** How many objects the server says there are behind those that were read. */
  readonly remaining: number;
  readonly failure: OpenFailure | undefined;
}

const nothing: Listed = { names: [], reading: true, remaining: 0, failure: undefined };

/** Lists the objects of a kind by their names, page by page, with a filter, and opens the one that is chosen. */
export function ChooseObject({ resource, namespace, onNamespace, onBack }: ChooseObjectProps) {
  const [query, setQuery] = useState('');
  const { state, open } = useOpening();
  const [again, setAgain] = useState(0);
  const listed = useNames(resource, namespace, again);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.parentElement?.querySelector<HTMLElement>('.pick-field')?.focus(), []);
  const said = laterWords.cluster;
  const text = query.trim().toLowerCase();
  const fitting = listed.names.filter(({ name }) => name.toLowerCase().includes(text));
  const keyOf = ({ namespace: place, name }: ListedName) => `${place}/${name}`;
  const items = fitting.slice(0, drawnNames).map((each) => ({
    id: keyOf(each),
    content: (
      <>
        <VisibleText text={each.name} />
        {namespace === '' && resource.namespaced && (
          <small>
            <VisibleText text={each.namespace} />
          </small>
        )}
      </>
    ),
  }));
  return (
    <>
      <div ref={box} className="cluster-place">
        <button type="button" className="btn btn-small" onClick={onBack}>
          {said.backToKinds}
        </button>
        <b>{resource.kind}</b>
        {resource.namespaced && <NamespaceField namespace={namespace} onChoose={onNamespace} />}
        <span className="grow" />
        <span className="cluster-count" role="status">
          {said.listed(listed.names.length, listed.remaining, listed.reading)}
        </span>
      </div>
      <PickList
        label={said.objectLabel({ kind: resource.kind })}
        placeholder={said.objectPlaceholder}
        query={query}
        onQuery={setQuery}
        groups={[{ id: 'names', heading: '', items }]}
        none={listed.reading ? said.loading : said.noObject}
        count={said.objectCount({ count: fitting.length })}
        onPick={(id) => {
          const chosen = fitting.find((each) => keyOf(each) === id);
          if (chosen !== undefined && !state.opening) {
            void open(() => openNamed(resource, chosen.namespace, chosen.name));
          }
        }}
      >
        <OpeningNote {...state} />
        {listed.failure !== undefined && (
          <div className="cluster-note" role="alert">
            <OpenProblem failure={listed.failure} />
            <button type="button" className="btn btn-small" onClick={() => setAgain((count) => count + 1)}>
              {said.tryAgain}
            </button>
          </div>
        )}
      </PickList>
      {fitting.length > drawnNames && (
        <p className="cluster-foot">{said.moreNames({ count: fitting.length - drawnNames })}</p>
      )}
    </>
  );
}

/** Reads the names of a list, a page after the other, for as long as they are wanted. */
function useNames(resource: ClusterResource, namespace: string, again: number): Listed {
  const [listed, setListed] = useState(nothing);
  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    setListed(nothing);
    const read = async () => {
      let names: readonly ListedName[] = [];
      let next = '';
      do {
        const page = await loadNames(resource, namespace, next, signal);
        if (signal.aborted) return;
        if (page.kind === 'failed') return setListed((before) => ({ ...before, reading: false, failure: page }));
        names = [...names, ...page.value.names];
        next = names.length < mostNames ? page.value.next : '';
        setListed({ names, reading: next !== '', remaining: page.value.remaining ?? 0, failure: undefined });
      } while (next !== '');
    };
    void read();
    return () => ending.abort();
  }, [resource, namespace, again]);
  return listed;
}
