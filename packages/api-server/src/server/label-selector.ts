import {
  compareStrings,
  isMap,
  listAt,
  mapAt,
  stringAt,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';

/**
 * Prints a label selector on one line, as a Scale shows it: `app=web,tier in (a,b),!x`. The plain labels of a
 * ReplicationController are a selector too.
 * Upstream: apimachinery pkg/apis/meta/v1/helpers.go LabelSelectorAsSelector, pkg/labels/selector.go String.
 */
export function selectorText(selector: ValueMap | undefined): string {
  if (selector === undefined) return '';
  const labels = mapAt(selector, 'matchLabels') ?? (isPlain(selector) ? selector : new Map<string, Value>());
  const parts: { key: string; text: string }[] = [];
  for (const [key, value] of labels) parts.push({ key, text: `${key}=${typeof value === 'string' ? value : ''}` });
  for (const expression of listAt(selector, 'matchExpressions') ?? []) {
    if (isMap(expression)) parts.push(expressionText(expression));
  }
  return parts
    .sort((a, b) => compareStrings(a.key, b.key))
    .map((part) => part.text)
    .join(',');
}

function isPlain(selector: ValueMap): boolean {
  return [...selector.values()].every((value) => typeof value === 'string');
}

function expressionText(expression: ValueMap): { key: string; text: string } {
  const key = stringAt(expression, 'key') ?? '';
  const values = (listAt(expression, 'values') ?? []).filter((value) => typeof value === 'string');
  const list = `(${[...values].sort(compareStrings).join(',')})`;
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
