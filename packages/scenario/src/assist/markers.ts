import { stringAt } from '@managed-fields/merge-engine';
import { isDeduced, isDeducedPart } from '../deduced-kind.ts';
import { type FieldType, fieldTypeOf } from './field-type.ts';
import type { SchemaNode } from './schema-node.ts';

/**
 * What a schema says about how a list or a map is merged, in both spellings: as OpenAPI and CRDs have it, and as the
 * comments of Go types have it.
 */
export interface MarkerView {
  readonly name: 'list-type' | 'map-type';
  /** `map`, `set`, `atomic`; `granular`, `atomic`. */
  readonly value: string;
  /** The keys of a list of type `map`. */
  readonly keys: readonly string[];
  /** `x-kubernetes-list-type: map`, one line a marker. */
  readonly openApi: readonly string[];
  /** `//+listType=map`, one line a marker. */
  readonly go: readonly string[];
  /**
   * `written` in the schema; taken from the `patch-strategy`; or `unwritten`, so that the default holds. Where the
   * definition is missing: read from the `entries` of managedFields, or `unknown`, as they do not tell.
   */
  readonly origin: 'written' | 'patch-strategy' | 'unwritten' | 'entries' | 'unknown';
  /** It stands inside an atomic whole, where it does nothing. */
  readonly idle: boolean;
}

/** The marker of a list or a map, written or not; undefined for what is neither, and for what takes anything. */
export function markerOf(node: SchemaNode, type = fieldTypeOf(node)): MarkerView | undefined {
  if (type === 'list') return listMarker(node);
  return type === 'object' || type === 'map' ? mapMarker(node, type) : undefined;
}

function listMarker(node: SchemaNode): MarkerView {
  const { list } = node.atom;
  const keys = list?.relationship === 'associative' ? list.keys : [];
  const value = list?.relationship !== 'associative' ? 'atomic' : keys.length === 0 ? 'set' : 'map';
  const written = stringAt(node.written, 'x-kubernetes-list-type') !== undefined;
  return {
    name: 'list-type',
    value,
    keys,
    openApi: [
      `x-kubernetes-list-type: ${value}`,
      ...(keys.length === 0 ? [] : [`x-kubernetes-list-map-keys: [${keys.join(', ')}]`]),
    ],
    go: [`//+listType=${value}`, ...keys.map((key) => `//+listMapKey=${key}`)],
    origin: originOf(node, written) ?? (value === 'atomic' ? 'unwritten' : 'patch-strategy'),
    idle: node.whole !== undefined,
  };
}

function mapMarker(node: SchemaNode, type: FieldType): MarkerView {
  const value = node.atom.map?.relationship === 'atomic' ? 'atomic' : 'granular';
  return {
    name: 'map-type',
    value,
    keys: [],
    openApi: [`x-kubernetes-map-type: ${value}`],
    go: [type === 'object' ? `//+structType=${value}` : `//+mapType=${value}`],
    origin: originOf(node, stringAt(node.written, 'x-kubernetes-map-type') !== undefined) ?? 'unwritten',
    idle: node.whole !== undefined,
  };
}

/** Where a marker comes from that is written, or whose definition is missing. */
function originOf({ written, path, kind }: SchemaNode, isWritten: boolean): MarkerView['origin'] | undefined {
  if (isDeduced(kind.version)) return path.length > 0 && isDeducedPart(written) ? 'entries' : 'unknown';
  return isWritten ? 'written' : undefined;
}

/** How a strategic merge patch treats a field, and whether it tells items apart otherwise than server-side apply. */
export interface StrategicView {
  readonly strategies: readonly string[];
  readonly mergeKey: string;
  /** `keys`: merged by another key; `merges`: merged where apply replaces whole; `replaces`: the reverse. */
  readonly differs: 'keys' | 'merges' | 'replaces' | undefined;
}

/** How a strategic merge patch treats a list; undefined for kinds that it does not know, and where it says nothing. */
export function strategicOf(node: SchemaNode, marker: MarkerView | undefined): StrategicView | undefined {
  if (node.kind.version.patchType === undefined) return undefined;
  const { strategies = [], mergeKey = '' } = node.patch ?? {};
  const differs = marker?.name === 'list-type' ? differenceOf(marker, strategies, mergeKey) : undefined;
  return strategies.length === 0 && mergeKey === '' && differs === undefined
    ? undefined
    : { strategies, mergeKey, differs };
}

function differenceOf(
  { value, keys }: MarkerView,
  strategies: readonly string[],
  mergeKey: string,
): StrategicView['differs'] {
  const merges = strategies.includes('merge');
  if (merges && value === 'atomic') return 'merges';
  if (!merges && value !== 'atomic') return 'replaces';
  return merges && value === 'map' && keys.join() !== mergeKey ? 'keys' : undefined;
}
