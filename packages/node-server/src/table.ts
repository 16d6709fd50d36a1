import { type Cluster, isCustom, type ResourceVersion } from '@managed-fields/api-server';
import { humanDuration } from '@managed-fields/kubectl';
import {
  isList,
  isMap,
  listAt,
  mapAt,
  metadataOf,
  metadataText,
  stringAt,
  type Value,
  type ValueMap,
  valueFromPlain,
} from '@managed-fields/merge-engine';
import { definedVersion } from './served-kinds.ts';

/** A column of a table: its definition, and the cell of an object. */
interface Column {
  readonly name: string;
  readonly type: string;
  readonly format?: string;
  readonly description?: string;
  /** 0: always shown; more: with `-o wide`. */
  readonly priority?: number;
  cell(object: ValueMap, now: number): Value;
}

/** What of each object a table has: nothing, its metadata, or all of it. */
export type Included = 'None' | 'Metadata' | 'Object';

const nameColumn: Column = {
  name: 'Name',
  type: 'string',
  format: 'name',
  cell: (object) => metadataText(object, 'name'),
};
const ageColumn: Column = {
  name: 'Age',
  type: 'string',
  cell: (object, now) => age(metadataText(object, 'creationTimestamp'), now),
};

function age(time: string, now: number): string {
  const from = Date.parse(time);
  return Number.isNaN(from) ? '<unknown>' : humanDuration(Math.max(0, Math.floor((now - from) / 1000)));
}

function sizeOf(object: ValueMap, ...fields: readonly string[]): bigint {
  return BigInt(fields.reduce((sum, field) => sum + (mapAt(object, field)?.size ?? 0), 0));
}

function numberAt(object: ValueMap, part: 'spec' | 'status', field: string): bigint {
  const value = mapAt(object, part)?.get(field);
  return typeof value === 'bigint' ? value : 0n;
}

const column = (name: string, type: string, cell: Column['cell']): Column => ({ name, type, cell });

/**
 * The columns between the name and the age of a few built-in kinds, by group and plural. Others have name and age alone.
 * Upstream: k8s.io/kubernetes pkg/printers/internalversion/printers.go.
 */
const between: Readonly<Record<string, readonly Column[]>> = {
  '/configmaps': [column('Data', 'string', (object) => sizeOf(object, 'data', 'binaryData'))],
  '/secrets': [
    column('Type', 'string', (object) => stringAt(object, 'type') ?? ''),
    column('Data', 'string', (object) => sizeOf(object, 'data')),
  ],
  '/namespaces': [column('Status', 'string', (object) => stringAt(mapAt(object, 'status'), 'phase') ?? '')],
  '/serviceaccounts': [],
  'apps/deployments': [
    column(
      'Ready',
      'string',
      (object) => `${numberAt(object, 'status', 'readyReplicas')}/${numberAt(object, 'spec', 'replicas')}`,
    ),
    column('Up-to-date', 'string', (object) => numberAt(object, 'status', 'updatedReplicas')),
    column('Available', 'string', (object) => numberAt(object, 'status', 'availableReplicas')),
  ],
  'apps/statefulsets': [
    column(
      'Ready',
      'string',
      (object) => `${numberAt(object, 'status', 'readyReplicas')}/${numberAt(object, 'spec', 'replicas')}`,
    ),
  ],
};

function columnsOf(cluster: Cluster, version: ResourceVersion): readonly Column[] {
  const { group, plural } = version.resource;
  if (!isCustom(version)) return [nameColumn, ...(between[`${group}/${plural}`] ?? []), ageColumn];
  const written = (listAt(definedVersion(cluster, version), 'additionalPrinterColumns') ?? []).filter(isMap);
  return written.length === 0 ? [nameColumn, ageColumn] : [nameColumn, ...written.map(customColumn)];
}

function customColumn(written: ValueMap): Column {
  const [type, path] = [stringAt(written, 'type') ?? 'string', stringAt(written, 'jsonPath') ?? ''];
  const format = stringAt(written, 'format') ?? '';
  const description =
    stringAt(written, 'description') ?? `Custom resource definition column (in JSONPath format): ${path}`;
  const priority = Number(written.get('priority') ?? 0);
  const cell = (object: ValueMap, now: number): Value => {
    const value = atPath(object, path);
    if (value === undefined) return type === 'date' ? '<unknown>' : null;
    return type === 'date' ? age(String(value), now) : isMap(value) || isList(value) ? null : value;
  };
  return { name: stringAt(written, 'name') ?? '', type, format, description, priority, cell };
}

/** The value at a plain path, such as `.status.conditions[0].type` or one with `[?(@.type=="Ready")]`. */
function atPath(object: ValueMap, path: string): Value | undefined {
  let value: Value | undefined = object;
  for (const part of path.match(/\['[^']*'\]|\[[^\]]*\]|(?:[^.[\\]|\\.)+/g) ?? []) {
    if (value === undefined) return undefined;
    const [, filter = '', wanted = ''] = /^\[\?\(@\.(\w+)\s*==\s*["']([^"']*)["']\)\]$/.exec(part) ?? [];
    if (filter !== '') {
      value = isList(value) ? value.find((each) => isMap(each) && each.get(filter) === wanted) : undefined;
    } else if (/^\[\d+\]$/.test(part)) {
      value = isList(value) ? value[Number(part.slice(1, -1))] : undefined;
    } else {
      const key = part.replace(/^\['|'\]$/g, '').replaceAll('\\', '');
      value = isMap(value) ? value.get(key) : undefined;
    }
  }
  return value;
}

/** The columns of a kind as a Table defines them. Built-in ones have no description here. */
function definitionsOf(columns: readonly Column[]): Value {
  return columns.map(({ name, type, format = '', description = '', priority = 0 }) =>
    valueFromPlain({ name, type, format, description, priority }),
  );
}

/** What a table needs to know beside the objects. */
export interface TableOf {
  readonly cluster: Cluster;
  readonly version: ResourceVersion;
  readonly included: Included;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Objects as a Table, as `kubectl get` asks for them.
 * Upstream: k8s.io/apiserver pkg/endpoints/handlers/response.go asTable, pkg/registry/rest/table.go.
 */
export function tableOf(
  objects: readonly ValueMap[],
  metadata: ValueMap,
  { cluster, version, included, now }: TableOf,
) {
  const columns = columnsOf(cluster, version);
  const rows = objects.map((object): ValueMap => {
    const whole = object.has('kind') ? object : typed(version, object);
    const shown = included === 'Object' ? whole : included === 'Metadata' ? partialOf(object) : undefined;
    return new Map<string, Value>([
      ['cells', columns.map(({ cell }) => cell(object, now))],
      ...(shown === undefined ? [] : [['object', shown] as const]),
    ]);
  });
  return new Map<string, Value>([
    ['kind', 'Table'],
    ['apiVersion', 'meta.k8s.io/v1'],
    ['metadata', metadata],
    ['columnDefinitions', definitionsOf(columns)],
    ['rows', rows],
  ]);
}

/** An item of a list with the kind that it has by itself. */
export function typed({ apiVersion, resource }: ResourceVersion, object: ValueMap): ValueMap {
  return new Map<string, Value>([['kind', resource.kind], ['apiVersion', apiVersion], ...object]);
}

/** The metadata of an object alone. Upstream: apimachinery pkg/apis/meta/v1/types.go PartialObjectMetadata. */
export function partialOf(object: ValueMap): ValueMap {
  return new Map<string, Value>([
    ['kind', 'PartialObjectMetadata'],
    ['apiVersion', 'meta.k8s.io/v1'],
    ['metadata', metadataOf(object)],
  ]);
}
