import { stringAt } from '@managed-fields/merge-engine';
import { isDeduced, isDeducedPart } from '../deduced-kind.ts';
import { type FieldType, fieldTypeOf } from './field-type.ts';
import type { SchemaNode } from './schema-node.ts';

/** The marker that says how a list or a map is merged, as OpenAPI and CRDs spell it and as comments of Go types do. */
export interface MarkerView {
  readonly name: 'list-type' | 'map-type';
  /** `map`, `set` or `atomic` for a list; `granular` or `atomic` for a map. */
  readonly value: string;
  /** The keys of a list of type `map`. */
  readonly keys: readonly string[];
  /** The lines in a schema, such as `x-kubernetes-list-type: map`. */
  readonly openApi: readonly string[];
  /** The lines in Go, such as `//+listType=map`. */
  readonly go: readonly string[];
  /**
   * The source of the marker. `written`: the schema has it; `patch-strategy`: derived from the `patch-strategy`;
   * `unwritten`: the default applies. For a kind without a definition, `entries`: read from the entries of
   * managedFields; `unknown`: the entries do not show it.
   */
  readonly origin: 'written' | 'patch-strategy' | 'unwritten' | 'entries' | 'unknown';
  /** Whether it is inside an atomic list or map, where it has no effect. */
  readonly idle: boolean;
}

/**
 * The marker of a list or a map, written or by default; undefined for other nodes and for those that allow anything.
 */
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

/** The source of a marker. */
function originOf({ written, path, kind }: SchemaNode, isWritten: boolean): MarkerView['origin'] | undefined {
  if (isDeduced(kind.version)) return path.length > 0 && isDeducedPart(written) ? 'entries' : 'unknown';
  return isWritten ? 'written' : undefined;
}

/** How a strategic merge patch merges a field, and how that differs from server-side apply. */
export interface StrategicView {
  readonly strategies: readonly string[];
  readonly mergeKey: string;
  /** `keys`: merged by another key; `merges`: merged where apply replaces the whole list; `replaces`: the reverse. */
  readonly differs: 'keys' | 'merges' | 'replaces' | undefined;
}

/**
 * How a strategic merge patch merges a list; undefined where the kind has no such patch, and where it declares no
 * strategy.
 */
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
