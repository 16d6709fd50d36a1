import {
  isMap,
  listAt,
  mapAt,
  metadataOf,
  metadataText,
  microLayout,
  parseGoTime,
  parseTime,
  sortedKeys,
  stringAt,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { humanDuration } from './duration.ts';

/** What a cell may depend on beside its object. */
export interface TableContext {
  /** Seconds since 1970. */
  readonly now: number;
  /** The minor version of Kubernetes of the server. */
  readonly minor: number;
}

/** A column of a Table. Upstream: apimachinery pkg/apis/meta/v1/types.go TableColumnDefinition. */
export interface ColumnDefinition {
  readonly name: string;
  /** `string`, `integer`, `number`, `boolean` or `date`. */
  readonly type: string;
  /** `name` for the column that names the object, empty for others. */
  readonly format: string;
  /** Empty for columns of built-in kinds. */
  readonly description: string;
  /** 0: always shown; more: with `-o wide`. */
  readonly priority: number;
}

/** A column with the cell of an object. A cell of null is printed as nothing. */
export interface Column extends ColumnDefinition {
  cell(object: ValueMap, context: TableContext): Value;
}

/** A column of a built-in kind, and the minor versions that have it. */
export interface KindColumn extends Column {
  readonly from?: number;
  readonly until?: number;
}

/** How the objects of a kind are shown. */
export interface KindTable {
  readonly columns: readonly KindColumn[];
  /** The version at whose fields the cells look, where it is not that of the request. */
  readonly version?: string;
  /** Sorts the objects of a list, which are otherwise in the order of their names. */
  compare?(a: ValueMap, b: ValueMap): number;
}

/** Makes a column of text that is always shown. */
export function column(name: string, cell: Column['cell'], type = 'string'): KindColumn {
  return { name, type, format: '', description: '', priority: 0, cell };
}

/** Makes a column that `-o wide` shows. */
export function wide(name: string, cell: Column['cell']): KindColumn {
  return { ...column(name, cell), priority: 1 };
}

/** Makes a column of whole numbers. */
export function integer(name: string, cell: Column['cell']): KindColumn {
  return column(name, cell, 'integer');
}

export const nameColumn: KindColumn = { ...column('Name', (object) => metadataText(object, 'name')), format: 'name' };
export const ageColumn: KindColumn = column('Age', (object, { now }) =>
  since(metadataText(object, 'creationTimestamp'), now),
);

/** The value at a path of fields. */
export function at(object: ValueMap, ...path: readonly string[]): Value | undefined {
  let value: Value | undefined = object;
  for (const key of path) value = isMap(value) ? value.get(key) : undefined;
  return value;
}

/** The text at a path of fields; empty where there is none. */
export function text(object: ValueMap, ...path: readonly string[]): string {
  const value = at(object, ...path);
  return typeof value === 'string' ? value : '';
}

/** The text at a path of fields, or another where there is none, not even an empty one. */
export function textOr(otherwise: string, object: ValueMap, ...path: readonly string[]): string {
  const value = at(object, ...path);
  return typeof value === 'string' ? value : otherwise;
}

/** The whole number at a path of fields; 0 where there is none. */
export function count(object: ValueMap, ...path: readonly string[]): bigint {
  const value = at(object, ...path);
  return typeof value === 'bigint' ? value : 0n;
}

/** The maps in the list at a path of fields. */
export function maps(object: ValueMap, ...path: readonly string[]): readonly ValueMap[] {
  const value = at(object, ...path);
  return Array.isArray(value) ? value.filter(isMap) : [];
}

/** The texts in the list at a path of fields. */
export function texts(object: ValueMap, ...path: readonly string[]): readonly string[] {
  const value = at(object, ...path);
  return Array.isArray(value) ? value.filter((item: Value): item is string => typeof item === 'string') : [];
}

/** Whether a path of fields holds true. */
export function truth(object: ValueMap, ...path: readonly string[]): boolean {
  return at(object, ...path) === true;
}

/** The length of the list or map at a path of fields. */
export function size(object: ValueMap, ...path: readonly string[]): bigint {
  const value = at(object, ...path);
  return BigInt(isMap(value) ? value.size : Array.isArray(value) ? value.length : 0);
}

/** An annotation; empty where there is none. */
export function annotation(object: ValueMap, key: string): string {
  return stringAt(mapAt(metadataOf(object), 'annotations'), key) ?? '';
}

/** The condition of a type. */
export function condition(object: ValueMap, type: string): ValueMap | undefined {
  return maps(object, 'status', 'conditions').find((each) => stringAt(each, 'type') === type);
}

/** Reads a time of seconds, or of microseconds; undefined where there is none. */
export function secondsOf(time: string): number | undefined {
  const parsed = parseGoTime(time, microLayout);
  return parsed.kind === 'time' ? parsed.seconds : parseTime(time);
}

/** How long ago something was. Upstream: pkg/printers/internalversion/printers.go translateTimestampSince. */
export function since(time: string, now: number): string {
  const seconds = secondsOf(time);
  return seconds === undefined ? '<unknown>' : humanDuration(now - seconds);
}

/** Labels as text. Upstream: apimachinery pkg/labels/labels.go FormatLabels. */
export function labelsText(labels: Value | undefined): string {
  if (!isMap(labels) || labels.size === 0) return '<none>';
  return sortedKeys(labels)
    .map((key) => `${key}=${stringAt(labels, key) ?? ''}`)
    .join(',');
}

/** The requirements of a label selector as text; empty where it has none, and for no selector. */
export function requirementsText(selector: Value | undefined): string {
  if (!isMap(selector)) return '';
  const labels = mapAt(selector, 'matchLabels') ?? new Map<string, Value>();
  const requirements: (readonly [key: string, text: string])[] = sortedKeys(labels).map((key) => [
    key,
    `${key}=${stringAt(labels, key) ?? ''}`,
  ]);
  for (const expression of (listAt(selector, 'matchExpressions') ?? []).filter(isMap)) {
    const key = stringAt(expression, 'key') ?? '';
    requirements.push([key, expressionText(key, expression)]);
  }
  return requirements
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([, requirement]) => requirement)
    .join(',');
}

function expressionText(key: string, expression: ValueMap): string {
  const values = texts(expression, 'values').toSorted().join(',');
  switch (stringAt(expression, 'operator')) {
    case 'In':
      return `${key} in (${values})`;
    case 'NotIn':
      return `${key} notin (${values})`;
    case 'Exists':
      return key;
    default:
      return `!${key}`;
  }
}

/** A label selector as text. Upstream: apimachinery pkg/apis/meta/v1/helpers.go FormatLabelSelector. */
export function selectorText(selector: Value | undefined): string {
  return requirementsText(selector) || '<none>';
}

/** Joins the first texts of a list, and says how many more there are. Upstream: printers.go listWithMoreString. */
export function firstOf(list: readonly string[], most = 3): string {
  const shown = list.slice(0, most).join(',');
  if (list.length > most) return `${shown} + ${list.length - most} more...`;
  return shown === '' ? '<unset>' : shown;
}

/** The columns of the containers of a Pod's spec at a path. Upstream: printers.go layoutContainerCells. */
export function containerColumns(...path: readonly string[]): readonly KindColumn[] {
  const joined = (key: string) => (object: ValueMap) =>
    maps(object, ...path, 'containers')
      .map((container) => text(container, key))
      .join(',');
  return [wide('Containers', joined('name')), wide('Images', joined('image'))];
}
