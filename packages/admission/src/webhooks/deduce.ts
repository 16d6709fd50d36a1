import {
  deletionMetadata,
  equals,
  formatJson,
  isMap,
  mapAt,
  union,
  type ValueMap,
  withEntry,
  withoutEntry,
  withoutServerMetadata,
} from '@managed-fields/merge-engine';
import { leaves } from '@managed-fields/merge-engine/fieldpath';
import { asTyped, compare, extractItems } from '@managed-fields/merge-engine/typed';
import { type ChangingEffect, type MergedKind, mergeConfiguration } from './apply-effect.ts';
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
  const left = asTyped(before, kind.type, { allowDuplicates: true });
  const right = asTyped(after, kind.type, { allowDuplicates: true });
  if (left.kind === 'invalid' || right.kind === 'invalid') return undefined;
  const compared = compare(left.typed, right.typed);
  if (compared.kind === 'invalid') return undefined;
  // A map that is named as a whole would be extracted as nothing.
  const changed = leaves(union(compared.comparison.added, compared.comparison.modified));
  const { value } = extractItems(right.typed, changed, { appendKeyFields: true });
  if (!isMap(value)) return undefined;
  const configuration = withoutType(value);
  // The annotation of an effect takes these for something else.
  if (configuration.has('deny')) return undefined;
  const merged = mergeConfiguration(configuration, kind, before);
  return merged.kind === 'changed' && equals(withoutType(merged.object), withoutType(after))
    ? configuration
    : undefined;
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
