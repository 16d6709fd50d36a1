import { isCustom, type ResourceVersion } from '@managed-fields/api-server';
import {
  equals,
  type FieldOwnership,
  hasPath,
  isList,
  isMap,
  locate,
  type Ownership,
  setSize,
  systemMetadataPaths,
  type Value,
  type ValueMap,
  type ValuePath,
  valueAt,
} from '@managed-fields/merge-engine';
import type { Unowned } from '../playback.ts';

const identity: ReadonlySet<string> = new Set(['.apiVersion', '.kind', '.metadata.name', '.metadata.namespace']);

/**
 * Finds the reason why each unowned leaf of an object has no owner, by its path as messages print it. A default is
 * found by running the kind's defaulting on the object without these fields, and a field that the server fills in by
 * preparing that object as for a create.
 */
export function unownedReasons(
  object: ValueMap,
  { owners, fields }: Ownership,
  version: ResourceVersion | undefined,
): ReadonlyMap<string, Unowned> {
  const unowned = fields.filter(
    (field) => field.state === 'unowned' && field.within === undefined && field.leaf && field.place !== undefined,
  );
  const tracked = owners !== undefined && owners.length > 0;
  const again = version === undefined || !tracked ? undefined : madeAgain(object, unowned, version);
  const lapsed = (owners ?? []).filter(({ set, now }) => setSize(now) === 0 && setSize(set) > 0);
  const reasons = unowned.map((field): [string, Unowned] => {
    const why = reasonOf(field, tracked, version, again);
    const entry = why === 'unknown' ? lapsed.find(({ set }) => hasPath(set, field.path)) : undefined;
    return [field.text, entry === undefined ? why : entry.replaced ? 'replaced' : 'unserved'];
  });
  return new Map(reasons);
}

/** The time of the preparation. It does not matter here, only whether a field is filled in. */
const anyRequest = {
  now: '2026-01-01T00:00:00Z',
  user: { name: 'anybody', uid: 'any', groups: ['any'] },
  dryRun: false,
};

/** The object as the server completes it after its unowned fields were removed. */
interface MadeAgain {
  readonly defaulted: ValueMap;
  readonly prepared: ValueMap;
}

function reasonOf(
  { text, path, value }: FieldOwnership,
  tracked: boolean,
  version: ResourceVersion | undefined,
  again: MadeAgain | undefined,
): Unowned {
  if (identity.has(text)) return 'identity';
  if (systemMetadataPaths.has(text)) return 'system';
  const isStatus = path[0]?.kind === 'field' && path[0].name === 'status';
  if (version !== undefined && again !== undefined && value !== undefined) {
    const there = (made: ValueMap) => {
      const place = locate(made, version.type, path);
      return place === undefined ? undefined : valueAt(made, place);
    };
    const byDefault = there(again.defaulted);
    if (byDefault !== undefined && equals(byDefault, value)) return 'default';
    if (byDefault === undefined && !isStatus && there(again.prepared) !== undefined) return 'system';
  }
  if (isStatus) return 'status';
  return tracked ? 'unknown' : 'untracked';
}

function madeAgain(object: ValueMap, unowned: readonly FieldOwnership[], version: ResourceVersion): MadeAgain {
  const places = unowned.flatMap(({ place, text }) => (place === undefined || identity.has(text) ? [] : [place]));
  const bare = without(object, treeOf(places));
  const defaulted = version.setDefaults(isMap(bare) ? bare : new Map());
  const { resource } = version;
  const strategy = isCustom(version) || resource.storageVersion === version.version ? version.strategy : undefined;
  return { defaulted, prepared: strategy?.prepareForCreate(defaulted, anyRequest) ?? defaulted };
}

/** Places as a tree: those that begin with the same steps stand together. */
interface PlaceTree {
  readonly ends: boolean;
  readonly below: ReadonlyMap<string | number, PlaceTree>;
}

function treeOf(places: readonly ValuePath[]): PlaceTree {
  const below = new Map<string | number, ValuePath[]>();
  for (const [step, ...rest] of places) {
    if (step === undefined) return { ends: true, below: new Map() };
    const known = below.get(step);
    if (known === undefined) below.set(step, [rest]);
    else known.push(rest);
  }
  return { ends: false, below: new Map([...below].map(([step, rests]) => [step, treeOf(rests)])) };
}

/** A value without some places, and without the maps and lists that become empty. */
function without(value: Value, { ends, below }: PlaceTree): Value | undefined {
  if (ends) return undefined;
  if (below.size === 0) return value;
  const left = (step: string | number, child: Value) => {
    const tree = below.get(step);
    return tree === undefined ? child : without(child, tree);
  };
  if (isMap(value)) {
    const kept = [...value].flatMap(([key, child]): [string, Value][] => {
      const rest = left(key, child);
      return rest === undefined ? [] : [[key, rest]];
    });
    return kept.length === 0 ? undefined : new Map(kept);
  }
  if (!isList(value)) return value;
  const kept = value.flatMap((child, index): Value[] => {
    const rest = left(index, child);
    return rest === undefined ? [] : [rest];
  });
  return kept.length === 0 ? undefined : kept;
}
