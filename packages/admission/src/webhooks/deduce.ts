import {
  deletionMetadata,
  equals,
  formatJson,
  hasPath,
  isMap,
  mapAt,
  pathsOf,
  setOf,
  union,
  type ValueMap,
  withEntry,
  withoutEntry,
  withoutServerMetadata,
} from '@managed-fields/merge-engine';
import { type Path, pathToString } from '@managed-fields/merge-engine/fieldpath';
import { asTyped, compare, extractItems, toFieldSet } from '@managed-fields/merge-engine/typed';
import { applyEffect, type ChangingEffect, type MergedKind } from './apply-effect.ts';
import { jsonDifference } from './json-difference.ts';

/** What a webhook made of an object, with the text of the annotation that says so. */
export interface DeducedEffect {
  readonly effect: ChangingEffect;
  readonly text: string;
}

/**
 * The effect of a webhook that makes the second object of the first, exactly: an apply configuration where one does, since it
 * fits other objects too, else a JSON patch. Undefined where nothing differs. Both objects are at the version of `kind`.
 */
export function deduceEffect(kind: MergedKind, before: ValueMap, after: ValueMap): DeducedEffect | undefined {
  if (equals(before, after)) return undefined;
  const configuration = configurationBetween(kind, before, after);
  if (configuration !== undefined) {
    return { effect: { kind: 'configuration', configuration }, text: formatJson(configuration) };
  }
  const operations = jsonDifference(before, after);
  return { effect: { kind: 'json-patch', operations }, text: formatJson(operations) };
}

/** The configuration that makes one object of another by a merge; undefined where none does. */
function configurationBetween(kind: MergedKind, before: ValueMap, after: ValueMap): ValueMap | undefined {
  const [left, right] = [before, after].map((object) => asTyped(object, kind.type, { allowDuplicates: true }));
  if (left?.kind !== 'typed' || right?.kind !== 'typed') return undefined;
  const compared = compare(left.typed, right.typed);
  if (compared.kind === 'invalid') return undefined;
  const fields = toFieldSet(right.typed);
  if (fields.kind !== 'set') return undefined;
  const changed = union(compared.comparison.added, compared.comparison.modified);
  // What is new comes with all that is in it.
  const isInside = (path: Path) => path.some((_, index) => hasPath(changed, path.slice(0, index + 1)));
  const wanted = leavesOf([...pathsOf(changed), ...pathsOf(fields.set).filter(isInside)]);
  const { value } = extractItems(right.typed, setOf(...wanted), { appendKeyFields: true });
  if (!isMap(value)) return undefined;
  const configuration = withoutEntry(withoutEntry(value, 'apiVersion'), 'kind');
  // The annotation of an effect takes these for something else.
  if (configuration.has('deny')) return undefined;
  const merged = applyEffect({ kind: 'configuration', configuration }, kind, before);
  return merged.kind === 'changed' && equals(withoutType(merged.object), withoutType(after))
    ? configuration
    : undefined;
}

/** Paths without those that lead to others of them: a map that is named as a whole is extracted as nothing. */
function leavesOf(paths: readonly Path[]): readonly Path[] {
  const inner = new Set(
    paths.flatMap((path) => path.slice(1).map((_, index) => pathToString(path.slice(0, index + 1)))),
  );
  return paths.filter((path) => !inner.has(pathToString(path)));
}

function withoutType(object: ValueMap): ValueMap {
  return withoutEntry(withoutEntry(object, 'apiVersion'), 'kind');
}

/** The annotation of `kubectl apply`, which says what was sent. */
const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration';

/**
 * An object without what a server or kubectl writes into any, so that of two objects only what somebody wanted is left: no
 * status, no metadata of the server, no last-applied configuration.
 */
export function wantedOf(object: ValueMap): ValueMap {
  const bare = withoutEntry(withoutServerMetadata(object), 'status');
  const metadata = mapAt(bare, 'metadata');
  if (metadata === undefined) return bare;
  let rest = metadata;
  for (const name of deletionMetadata) rest = withoutEntry(rest, name);
  const annotations = mapAt(rest, 'annotations');
  if (annotations?.has(lastApplied)) {
    const others = withoutEntry(annotations, lastApplied);
    rest = others.size === 0 ? withoutEntry(rest, 'annotations') : withEntry(rest, 'annotations', others);
  }
  return withEntry(bare, 'metadata', rest);
}
