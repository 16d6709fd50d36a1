import { isMap, listAt, mapAt, stringAt, type ValueMap } from '@managed-fields/merge-engine';

/** Whether a label selector asks for nothing, so that it selects everything. */
export function selectsAll(selector: ValueMap): boolean {
  return (mapAt(selector, 'matchLabels')?.size ?? 0) + (listAt(selector, 'matchExpressions') ?? []).length === 0;
}

/**
 * Whether labels match a label selector that was validated when it was written.
 * Upstream: apimachinery pkg/apis/meta/v1/helpers.go LabelSelectorAsSelector.
 */
export function selects(selector: ValueMap, labels: ValueMap | undefined): boolean {
  for (const [key, value] of mapAt(selector, 'matchLabels') ?? []) if (labels?.get(key) !== value) return false;
  return (listAt(selector, 'matchExpressions') ?? []).every((expression) => {
    if (!isMap(expression)) return true;
    const value = labels?.get(stringAt(expression, 'key') ?? '');
    const isListed = value !== undefined && (listAt(expression, 'values') ?? []).includes(value);
    switch (stringAt(expression, 'operator')) {
      case 'In':
        return isListed;
      case 'NotIn':
        return !isListed;
      case 'Exists':
        return value !== undefined;
      default:
        return value === undefined;
    }
  });
}
