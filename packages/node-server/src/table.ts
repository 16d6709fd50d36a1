import type { Cluster, ResourceVersion } from '@managed-fields/api-server';
import { catalogOf, usualMinor } from '@managed-fields/api-server';
import * as tables from '@managed-fields/api-server/tables';
import { metadataOf, type Value, type ValueMap, valueFromPlain } from '@managed-fields/merge-engine';

/** What of each object a table has: nothing, its metadata, or all of it. */
export type Included = 'None' | 'Metadata' | 'Object';

/** What a table needs to know beside the objects. */
export interface TableOf {
  readonly cluster: Cluster;
  readonly version: ResourceVersion;
  /** Empty for objects themselves. */
  readonly subresource?: string;
  readonly included: Included;
  /** The version of `meta.k8s.io` that is asked for. */
  readonly meta: 'v1' | 'v1beta1';
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Objects as a Table, as `kubectl get` asks for them. Columns of built-in kinds have no description here.
 * Upstream: k8s.io/apiserver pkg/endpoints/handlers/response.go asTable.
 */
export function tableOf(
  objects: readonly ValueMap[],
  metadata: ValueMap,
  { cluster, version, subresource = '', included, meta, now }: TableOf,
) {
  const whole = objects.map((object) => (object.has('kind') ? object : typed(version, object)));
  const minor = catalogOf(cluster).minor ?? usualMinor;
  const table = tables.tableOf({ version, subresource, objects: whole, now: Math.floor(now / 1000), minor });
  const rows = table.rows.map(({ cells, object }): ValueMap => {
    const shown = included === 'Object' ? object : included === 'Metadata' ? partialOf(object, meta) : null;
    return new Map<string, Value>([
      ['cells', cells],
      ['object', shown],
    ]);
  });
  return new Map<string, Value>([
    ['kind', 'Table'],
    ['apiVersion', `meta.k8s.io/${meta}`],
    ['metadata', metadata],
    ['columnDefinitions', table.columns.map((column) => valueFromPlain({ ...column }))],
    ['rows', rows],
  ]);
}

/** An item of a list with the kind that it has by itself. */
export function typed({ apiVersion, resource }: ResourceVersion, object: ValueMap): ValueMap {
  return new Map<string, Value>([['kind', resource.kind], ['apiVersion', apiVersion], ...object]);
}

/** The metadata of an object alone. Upstream: apimachinery pkg/apis/meta/v1/types.go PartialObjectMetadata. */
export function partialOf(object: ValueMap, meta: 'v1' | 'v1beta1'): ValueMap {
  return new Map<string, Value>([
    ['kind', 'PartialObjectMetadata'],
    ['apiVersion', `meta.k8s.io/${meta}`],
    ['metadata', metadataOf(object)],
  ]);
}
