import {
  compareStrings,
  isMap,
  listAt,
  mapAt,
  stringAt,
  textAt,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import type { Requirement } from './requirement.ts';

/** Whether labels meet every requirement. */
export function matchesLabels(requirements: readonly Requirement[], labels: ValueMap | undefined): boolean {
  return requirements.every((requirement) => {
    const value = labels?.get(requirement.key);
    return meets(requirement, typeof value === 'string' ? value : undefined);
  });
}

/** The value that requirements name for a key; undefined where they name none. Upstream: apimachinery pkg/fields RequiresExactMatch. */
export function requiredValue(requirements: readonly Requirement[], key: string): string | undefined {
  const found = requirements.find((each) => each.kind === 'equals' && each.key === key);
  return found?.kind === 'equals' ? found.value : undefined;
}

/** Whether a label selector asks for nothing, so that it selects everything. */
export function selectsAll(selector: ValueMap | undefined): boolean {
  return (mapAt(selector, 'matchLabels')?.size ?? 0) + (listAt(selector, 'matchExpressions') ?? []).length === 0;
}

/**
 * Whether labels match a label selector that was validated when it was written.
 * Upstream: apimachinery pkg/apis/meta/v1/helpers.go LabelSelectorAsSelector.
 */
export function selects(selector: ValueMap, labels: ValueMap | undefined): boolean {
  for (const [key, value] of mapAt(selector, 'matchLabels') ?? []) if (labels?.get(key) !== value) return false;
  return (listAt(selector, 'matchExpressions') ?? []).filter(isMap).every((expression) => {
    const value = labels?.get(textAt(expression, 'key'));
    return meetsOperator(stringAt(expression, 'operator'), listAt(expression, 'values') ?? [], value);
  });
}

/**
 * Whether a value meets an expression of a selector; an object without a value has none. Any other operator than those
 * named is that of an absent value.
 * Upstream: apimachinery pkg/labels/selector.go Requirement.Matches.
 */
export function meetsOperator(
  operator: string | undefined,
  values: readonly Value[],
  value: Value | undefined,
): boolean {
  switch (operator) {
    case 'In':
      return value !== undefined && values.includes(value);
    case 'NotIn':
      return value === undefined || !values.includes(value);
    case 'Exists':
      return value !== undefined;
    default:
      return value === undefined;
  }
}

/** What stands for a field that an object of a kind does not have. */
const whereAbsent: ReadonlyMap<string, string> = new Map([
  ['v1 Node spec.unschedulable', 'false'],
  ['v1 Pod spec.hostNetwork', 'false'],
  ['batch/v1 Job status.successful', '0'],
]);
/** Where fields of a kind are that selectors call otherwise: in the first of some places that says something. */
const places: ReadonlyMap<string, readonly string[]> = new Map([
  ['batch/v1 Job status.successful', ['status.succeeded']],
  ['v1 Event source', ['source.component', 'reportingComponent']],
  ['v1 Pod spec.host', ['spec.nodeName']],
]);

/**
 * A field of an object, a dotted path, as text. What the object does not have is the empty text, but of a truth it is `false`.
 * Upstream: the SelectableFields of k8s.io/kubernetes pkg/registry, apimachinery pkg/fields.
 */
export function fieldText(object: ValueMap, path: string): string {
  const field = `${stringAt(object, 'apiVersion')} ${stringAt(object, 'kind')} ${path}`;
  const found = (places.get(field) ?? [path]).map((place) => textAtPath(object, place)).find((text) => text !== '');
  return found ?? whereAbsent.get(field) ?? '';
}

function textAtPath(object: ValueMap, path: string): string {
  let value: Value | undefined = object;
  for (const part of path.split('.')) value = value !== undefined && isMap(value) ? value.get(part) : undefined;
  return value === undefined || value === null || typeof value === 'object' ? '' : String(value);
}

/** Whether the fields of an object meet every requirement. */
export function matchesFields(requirements: readonly Requirement[], object: ValueMap): boolean {
  return requirements.every((requirement) => meets(requirement, fieldText(object, requirement.key)));
}

function meets(requirement: Requirement, value: string | undefined): boolean {
  switch (requirement.kind) {
    case 'equals':
      return value === requirement.value;
    case 'differs':
      return value !== requirement.value;
    case 'above':
      return value !== undefined && isInteger(value) && BigInt(value) > requirement.number;
    case 'below':
      return value !== undefined && isInteger(value) && BigInt(value) < requirement.number;
    case 'in':
      return value !== undefined && requirement.values.includes(value);
    case 'notin':
      return value === undefined || !requirement.values.includes(value);
    case 'exists':
      return value !== undefined;
    case 'absent':
      return value === undefined;
  }
}

function isInteger(value: string): boolean {
  return /^-?\d+$/.test(value);
}

/**
 * Prints a label selector on one line, as a Scale shows it: `app=web,tier in (a,b),!x`. The plain labels of a
 * ReplicationController are a selector too.
 * Upstream: apimachinery pkg/apis/meta/v1/helpers.go LabelSelectorAsSelector, pkg/labels/selector.go String.
 */
export function selectorText(selector: ValueMap | undefined): string {
  if (selector === undefined) return '';
  const labels = mapAt(selector, 'matchLabels') ?? (isPlain(selector) ? selector : new Map<string, Value>());
  const parts: { key: string; text: string }[] = [];
  for (const [key, value] of labels) parts.push({ key, text: `${key}=${String(value)}` });
  for (const each of (listAt(selector, 'matchExpressions') ?? []).filter(isMap)) parts.push(expressionText(each));
  return parts
    .sort((a, b) => compareStrings(a.key, b.key))
    .map((part) => part.text)
    .join(',');
}

function isPlain(selector: ValueMap): boolean {
  return [...selector.values()].every((value) => typeof value === 'string');
}

function expressionText(expression: ValueMap): { key: string; text: string } {
  const key = textAt(expression, 'key');
  const values = (listAt(expression, 'values') ?? []).map(String);
  const list = `(${values.sort(compareStrings).join(',')})`;
  switch (stringAt(expression, 'operator')) {
    case 'In':
      return { key, text: `${key} in ${list}` };
    case 'NotIn':
      return { key, text: `${key} notin ${list}` };
    case 'DoesNotExist':
      return { key, text: `!${key}` };
    default:
      return { key, text: key };
  }
}
