import { isMap, mapAt, metadataText, stringAt, type Value, type ValueMap } from '@managed-fields/merge-engine';
import { isCustom, type ResourceVersion } from '../catalog/catalog.ts';
import { jsonPathOf, printResult } from '../jsonpath/find.ts';
import {
  ageColumn,
  type Column,
  type ColumnDefinition,
  column,
  type KindTable,
  nameColumn,
  secondsOf,
  since,
  type TableContext,
} from './column.ts';
import { core } from './groups/core.ts';
import { others } from './groups/others.ts';
import { pods } from './groups/pods.ts';
import { scale, workloads } from './groups/workloads.ts';

/** An object with its cells, one a column; a cell of null is printed as nothing. */
export interface TableRow {
  readonly cells: readonly Value[];
  readonly object: ValueMap;
}

/** The objects of a kind as the server answers `kubectl get`. */
export interface Table {
  readonly columns: readonly ColumnDefinition[];
  readonly rows: readonly TableRow[];
}

/** What a table is made of: the objects in the server's order, `subresource` empty for the main resource. */
export interface TableRequest extends TableContext {
  readonly version: ResourceVersion;
  readonly subresource?: string;
  readonly objects: readonly ValueMap[];
}

/** Upstream: apiserver pkg/registry/rest/table.go defaultTableConvertor. */
const createdAt: KindTable = {
  columns: [nameColumn, column('Created At', (object) => metadataText(object, 'creationTimestamp'), 'date')],
};

/** The kinds that have no table of their own. */
const plain = [
  '/limitranges',
  'rbac.authorization.k8s.io/roles',
  'rbac.authorization.k8s.io/clusterroles',
  'storage.k8s.io/csistoragecapacities',
  'apiregistration.k8s.io/apiservices',
  'apiextensions.k8s.io/customresourcedefinitions',
];

const tables: ReadonlyMap<string, KindTable> = new Map([
  ...plain.map((key) => [key, createdAt] as const),
  ...Object.entries({ ...pods, ...core, ...workloads, ...others }),
]);

/** The groups and plural names of the built-in kinds whose tables are known. */
export const kindsWithTables: ReadonlySet<string> = new Set(tables.keys());

/**
 * Shows objects as a table, as the server does. Kinds that only some cluster has are shown by name and age.
 * Upstream: k8s.io/kubernetes pkg/printers/storage/storage.go; k8s.io/apiextensions-apiserver
 * pkg/registry/customresource/tableconvertor; k8s.io/apiserver pkg/registry/rest/table.go.
 *
 * @example
 * ```js
 * import { loadKubernetesTypes } from '@managed-fields/api-server/kubernetes-types';
 * import { tableOf } from '@managed-fields/api-server/tables';
 * import { mapFromPlain } from '@managed-fields/merge-engine';
 *
 * const version = (await loadKubernetesTypes()).findKind('v1', 'ConfigMap');
 * if (version === undefined) throw new Error('no kind');
 * const metadata = { name: 'settings', creationTimestamp: '2026-01-01T00:00:00Z' };
 * const object = mapFromPlain({ apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { a: '1' } });
 * const now = Date.parse('2026-01-02T00:00:00Z') / 1000;
 * const { columns, rows } = tableOf({ version, objects: [object], now, minor: 36 });
 * console.log(columns.map(({ name }) => name).join(' '));
 * for (const { cells } of rows) console.log(cells.join(' '));
 * ```
 * ```text
 * Name Data Age
 * settings 1 24h
 * ```
 */
export function tableOf({ version, subresource = '', objects, now, minor }: TableRequest): Table {
  const kind = kindTable(version, subresource);
  const columns = kind.columns.filter(({ from = 0, until = minor }) => from <= minor && minor <= until);
  const sorted = kind.compare === undefined ? objects : objects.toSorted(kind.compare);
  const rows = sorted.map((object): TableRow => {
    const seen = kind.version === undefined ? object : atVersion(version, object, kind.version);
    return { object, cells: columns.map((each) => each.cell(seen, { now, minor })) };
  });
  return { columns: columns.map(definitionOf), rows };
}

function definitionOf({ name, type, format, description, priority }: Column): ColumnDefinition {
  return { name, type, format, description, priority };
}

function kindTable(version: ResourceVersion, subresource: string): KindTable {
  if (version.subresources.get(subresource)?.kind === 'scale') return scale;
  if (isCustom(version)) return customTable(version.printerColumns);
  const { group, plural } = version.resource;
  return tables.get(`${group}/${plural}`) ?? { columns: [nameColumn, ageColumn] };
}

/** The object at another version of its kind, where it can be converted. */
function atVersion(version: ResourceVersion, object: ValueMap, wanted: string): ValueMap {
  if (version.version === wanted) return object;
  const converted = version.resource.convert?.(object, wanted);
  return converted?.kind === 'converted' ? converted.object : object;
}

const ageOfCustom = new Map<string, Value>([
  ['name', 'Age'],
  ['type', 'date'],
  ['jsonPath', '.metadata.creationTimestamp'],
]);

/** The table of a custom kind. Upstream: tableconvertor.go New. */
function customTable(written: readonly ValueMap[]): KindTable {
  const columns: Column[] = [nameColumn];
  for (const each of written.length === 0 ? [ageOfCustom] : written) {
    const made = customColumn(each);
    // A path that cannot be read ends the columns.
    if (made === undefined) break;
    columns.push(made);
  }
  return { columns };
}

function customColumn(written: ValueMap): Column | undefined {
  const path = stringAt(written, 'jsonPath') ?? '';
  const type = stringAt(written, 'type') ?? '';
  if (jsonPathOf(`{${path}}`, { allowMissingKeys: true }).kind === 'error') return undefined;
  return {
    name: stringAt(written, 'name') ?? '',
    type,
    format: stringAt(written, 'format') ?? '',
    description: stringAt(written, 'description') || `Custom resource definition column (in JSONPath format): ${path}`,
    priority: Number(written.get('priority') ?? 0n),
    cell(object, { now }) {
      const read = jsonPathOf(`{${path}}`, { allowMissingKeys: true });
      const found = read.kind === 'path' ? read.path.find(object) : undefined;
      const value = found?.kind === 'found' ? found.results[0]?.[0] : undefined;
      if (value === undefined) return null;
      if (type !== 'string') return customCell(type, value, now);
      return value === null ? '<no value>' : printResult(value);
    },
  };
}

/** Upstream: tableconvertor.go cellForJSONValue. */
function customCell(type: string, value: Value, now: number): Value {
  switch (type) {
    case 'integer':
      return typeof value === 'bigint' ? value : typeof value === 'number' ? BigInt(Math.trunc(value)) : null;
    case 'number':
      return typeof value === 'bigint' || typeof value === 'number' ? value : null;
    case 'boolean':
      return typeof value === 'boolean' ? value : null;
    case 'date':
      return typeof value === 'string' ? (secondsOf(value) === undefined ? '<invalid>' : since(value, now)) : null;
    default:
      return null;
  }
}

/** The labels of an object. */
export function labelsOf(object: ValueMap): ValueMap {
  const metadata = object.get('metadata');
  return (isMap(metadata) ? mapAt(metadata, 'labels') : undefined) ?? new Map();
}
