import type { ClusterResource } from '@managed-fields/live-cluster';
import { useEffect, useId, useState } from 'react';
import { laterWords } from '../../../core/words/later-words.ts';
import { loadNames } from '../state/resources.ts';

interface NamespaceFieldProps {
  /** Empty for all namespaces. */
  readonly namespace: string;
  readonly onChoose: (namespace: string) => void;
}

const namespaces: ClusterResource = {
  group: '',
  version: 'v1',
  plural: 'namespaces',
  singular: 'namespace',
  kind: 'Namespace',
  namespaced: false,
  shortNames: [],
  verbs: [],
  subresources: [],
  preferred: true,
};

/** The field of the namespace: a name to type, with those that may be listed to choose from; empty means all. */
export function NamespaceField({ namespace, onChoose }: NamespaceFieldProps) {
  const [typed, setTyped] = useState(namespace);
  const [known, setKnown] = useState<readonly string[]>([]);
  const id = useId();
  useEffect(() => {
    const ending = new AbortController();
    void loadNames(namespaces, '', '', ending.signal).then((page) => {
      // Who may not list namespaces types one.
      if (page.kind === 'loaded') setKnown(page.value.names.map(({ name }) => name));
    });
    return () => ending.abort();
  }, []);
  const said = laterWords.cluster;
  return (
    <label className="cluster-namespace">
      {said.namespace}
      <input
        list={id}
        value={typed}
        placeholder={said.allNamespaces}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        onChange={({ target }) => {
          setTyped(target.value);
          if (target.value === '' || known.includes(target.value)) onChoose(target.value);
        }}
        onBlur={() => onChoose(typed.trim())}
        onKeyDown={(event) => event.key === 'Enter' && onChoose(typed.trim())}
      />
      <datalist id={id}>
        {known.slice(0, 500).map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </label>
  );
}
