import { isMap, listAt, mapAt, textAt, type ValueMap } from '@managed-fields/merge-engine';

const operators: Readonly<Record<string, string>> = { In: 'in', NotIn: 'notin' };

/** A label selector as a query writes it. Upstream: metav1.FormatLabelSelector, LabelSelectorAsSelector. */
export function selectorText(selector: ValueMap | undefined): string {
  const labels = [...(mapAt(selector, 'matchLabels') ?? [])].map(([key, value]) => ({ key, text: `${key}=${value}` }));
  const others = (listAt(selector, 'matchExpressions') ?? []).filter(isMap).map((each) => {
    const [key, operator] = [textAt(each, 'key'), textAt(each, 'operator')];
    const values = (listAt(each, 'values') ?? []).map(String).sort().join(',');
    if (operator === 'Exists') return { key, text: key };
    return {
      key,
      text: operator === 'DoesNotExist' ? `!${key}` : `${key} ${operators[operator] ?? operator} (${values})`,
    };
  });
  const all = [...labels, ...others].sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  return all.map(({ text }) => text).join(',');
}
