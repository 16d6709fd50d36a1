import { type SurveyedObject, sourceReader, startSurvey } from '@managed-fields/survey';
import { expect, test } from 'vitest';
import { headingOf, managersOf, shortTime, tableItems } from './survey-rows.ts';

const objectOf = (kind: string, name: string, ...managers: readonly string[]) => ({
  apiVersion: 'v1',
  kind,
  metadata: {
    name,
    managedFields: managers.map((manager) => ({ manager, operation: 'Update', apiVersion: 'v1', fieldsV1: {} })),
  },
});

const objects: readonly SurveyedObject[] = (() => {
  const survey = startSurvey();
  const reader = sourceReader('');
  const items = [objectOf('Secret', 'a', 'helm', 'helm', 'kubectl'), objectOf('ConfigMap', 'b', 'helm')];
  const bytes = new TextEncoder().encode(JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
  return [...reader.push(bytes), ...reader.end()].flatMap((part) => {
    const added = survey.add(part);
    return added !== undefined && 'row' in added ? [added.row] : [];
  });
})();

const shown = (items: ReturnType<typeof tableItems>) =>
  items.map((item) => (item.kind === 'group' ? `${item.open ? '▾' : '▸'} ${item.group.name}` : item.object.name));

test('objects stay in their order where nothing groups them', () => {
  expect(shown(tableItems(objects, 'nothing', new Set()))).toEqual(['a', 'b']);
});

test('an object of several managers stands below each, with keys of its own', () => {
  const items = tableItems(objects, 'manager', new Set());
  expect(shown(items)).toEqual(['▾ helm', 'a', 'b', '▾ kubectl', 'a']);
  expect(new Set(items.map(({ key }) => key)).size).toBe(items.length);
  expect(items.map((_, at) => headingOf(items, at))).toEqual([0, 0, 0, 3, 3]);
});

test('a closed group shows its heading alone', () => {
  expect(shown(tableItems(objects, 'manager', new Set(['helm'])))).toEqual(['▸ helm', '▾ kubectl', 'a']);
});

test('managers stand once each', () => {
  expect(objects.map(managersOf)).toEqual([['helm', 'kubectl'], ['helm']]);
});

test.each([
  ['2026-11-20T14:03:59Z', '2026-11-20 14:03'],
  ['', ''],
  ['yesterday', 'yesterday'],
])('the time %s is shown as %s', (written, expected) => {
  expect(shortTime(written)).toBe(expected);
});
