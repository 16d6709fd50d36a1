import type { KindName, KindView, KnownRelease } from '@managed-fields/player';
import { useId } from 'react';
import { laterWords } from '../../core/words/later-words.ts';

interface KindPickerProps {
  readonly kinds: readonly KindView[];
  readonly of: KindName | undefined;
  readonly onPick: (of: KindName) => void;
}

/** The choice of a kind: those of definitions first, then by group. */
export function KindPicker({ kinds, of, onPick }: KindPickerProps) {
  const id = useId();
  const groups = new Map<string, KindView[]>();
  for (const kind of kinds) {
    const name = groupOf(kind);
    groups.set(name, [...(groups.get(name) ?? []), kind]);
  }
  const names = [...groups.keys()].sort((a, b) => rank(a) - rank(b) || a.localeCompare(b, 'en'));
  return (
    <label className="lens-kind" htmlFor={id}>
      <span>{laterWords.schema.kind}</span>
      <select
        id={id}
        value={of === undefined ? '' : keyOf(of)}
        onChange={({ target }) => {
          const picked = kinds.find((kind) => keyOf(kind) === target.value);
          if (picked !== undefined) onPick({ apiVersion: picked.apiVersion, kind: picked.kind });
        }}
      >
        {of === undefined && <option value="">{laterWords.schema.kindHint}</option>}
        {names.map((name) => (
          <optgroup key={name} label={name === '' ? laterWords.schema.customKinds : name}>
            {(groups.get(name) ?? []).map((kind) => (
              <option key={keyOf(kind)} value={keyOf(kind)}>
                {laterWords.schema.kindOption(kind)}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </label>
  );
}

/** Returns the group of a kind: one for definitions, one for each project, one for each built-in API version. */
function groupOf({ origin, project, apiVersion }: KindView): string {
  if (project !== undefined) return releaseText(project);
  return origin === 'custom' ? '' : apiVersion;
}

/** `cert-manager v1.21.2` */
function releaseText({ project, release }: KnownRelease): string {
  return `${project} ${release}`;
}

/** Returns the rank of a group: custom kinds, then the common ones, then the rest. */
function rank(group: string): number {
  const place = ['', 'v1', 'apps/v1', 'batch/v1', 'autoscaling/v2', 'networking.k8s.io/v1'].indexOf(group);
  return place < 0 ? 99 : place;
}

function keyOf({ apiVersion, kind }: KindName): string {
  return `${apiVersion} ${kind}`;
}
