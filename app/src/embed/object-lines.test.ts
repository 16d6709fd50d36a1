import type { AnnotatedText, Playback } from '@managed-fields/player';
import { newScenario } from '@managed-fields/scenario';
import { expect, test } from 'vitest';
import { filterOf, type Model, resultOf, textOf, viewOf } from './model.ts';
import { lineOfPath, pathOfLine, shownLines } from './object-lines.ts';
import { englishWords } from './words.ts';

const text = `apiVersion: v1
data:
  a: "1"
metadata:
  managedFields:
  - manager: alice
    operation: Apply
  name: settings
`;
const owner = (manager: string, operation: 'Apply' | 'Update') =>
  ({ manager, operation, apiVersion: 'v1', subresource: '', size: 1 }) as unknown as AnnotatedText['managers'][number];
const field = (path: string, part: string) =>
  ({
    path,
    range: { from: text.indexOf(part), to: text.indexOf(part) + part.length },
    state: 'owned',
    owners: [0],
  }) as unknown as AnnotatedText['fields'][number];
const annotated: AnnotatedText = {
  text,
  managers: [owner('alice', 'Apply'), owner('alice', 'Update'), owner('bob', 'Update')],
  fields: [field('.data.a', 'a: "1"')],
  managedFields: { from: text.indexOf('managedFields:'), to: text.indexOf('  name:') },
};
const scenario = newScenario('', [{ kind: 'apply', text: '' }]);
const model = (changes: Partial<Model> = {}): Model => ({
  words: englishWords,
  settings: { view: 'object' } as Model['settings'],
  title: undefined,
  content: { kind: 'scenario', scenario, origin: { kind: 'given' }, before: scenario },
  index: 0,
  playback: { view: { result: annotated } } as unknown as Playback,
  busy: false,
  failed: false,
  managerColours: new Map([
    ['alice', 0],
    ['bob', 1],
  ]) as unknown as Model['managerColours'],
  only: undefined,
  picked: undefined,
  line: 0,
  unfolded: false,
  editor: undefined,
  history: undefined,
  entries: undefined,
  changes: undefined,
  link: undefined,
  ...changes,
});

test('keys move over the lines that are there: those of managedFields are not, until it is unfolded', () => {
  expect(shownLines(model())).toEqual({ lines: [0, 1, 2, 3, 4, 7], fold: 4 });
  expect(shownLines(model({ unfolded: true }))).toEqual({ lines: [0, 1, 2, 3, 4, 5, 6, 7], fold: 4 });
  expect(shownLines(model({ playback: undefined }))).toEqual({ lines: [], fold: undefined });
});

test('a line leads to its field, and a field to its line', () => {
  expect([0, 1, 2].map((line) => pathOfLine(model(), line))).toEqual([undefined, undefined, '.data.a']);
  expect(lineOfPath(model(), '.data.a')).toBe(2);
  expect(lineOfPath(model(), '.data.b')).toBe(undefined);
});

test('the owners that are shown are all, all entries of a name, or one entry', () => {
  expect(filterOf(model(), annotated)).toEqual({ kind: 'all' });
  const named = model({ only: { kind: 'name', text: 'alice' } });
  expect(filterOf(named, annotated)).toEqual({ kind: 'managers', indices: [0, 1] });
  expect(filterOf(model({ only: { kind: 'name', text: 'carol' } }), annotated)).toEqual({
    kind: 'managers',
    indices: [],
  });
});

test('a view that frames do not have is the object', () => {
  expect(viewOf(model({ settings: { view: 'three-way' } as unknown as Model['settings'] }))).toBe('object');
  expect(resultOf(model())).toBe(annotated);
});

test('managedFields are shown of the selected step alone', () => {
  const settings = { view: 'managedfields' } as Model['settings'];
  const [step] = scenario.steps;
  const entries = (stepId: string) => ({ stepId, raw: annotated, failed: false });
  expect(textOf(model({ settings, entries: entries(step?.id ?? '') }))).toBe(annotated);
  expect(textOf(model({ settings, entries: entries('another') }))).toBe(undefined);
  expect(textOf(model({ settings }))).toBe(undefined);
});
