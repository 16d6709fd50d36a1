import type { AnnotatedText, FieldView, ManagerView } from '@managed-fields/player';
import { describe, expect, test } from 'vitest';
import { lineLimits } from './lines.ts';
import { type Filter, fieldAt, overlay } from './overlay.ts';
import { assignColours, palette } from './palette.ts';

const text = `metadata:
  name: api
spec:
  replicas: 8
  selector:
    app: api
  notes: |
    one

    two
`;

const managers: readonly ManagerView[] = ['helm', 'ops', 'ci', 'hpa'].map((manager) => ({
  manager,
  operation: 'Update',
  subresource: manager === 'hpa' ? 'scale' : '',
  apiVersion: 'apps/v1',
  time: undefined,
  fieldCount: 1,
  bytes: 100,
}));

/** A field by its key and its whole text. */
function field(path: string, whole: string, owners: readonly number[], more: Partial<FieldView> = {}): FieldView {
  const from = text.indexOf(whole);
  const key = { from, to: from + whole.indexOf(':') };
  const range = { from, to: from + whole.length };
  const state = owners.length === 0 ? 'unowned' : owners.length > 1 ? 'shared' : 'owned';
  return { path, range, key, value: undefined, leaf: true, state, owners, preview: '', ...more };
}

const annotated = (...fields: readonly FieldView[]): AnnotatedText => ({
  text,
  managers,
  fields,
  managedFields: undefined,
});
const colours = palette(assignColours(managers.map(({ manager }) => manager)), managers);
const draw = (fields: readonly FieldView[], filter?: Filter) => overlay(annotated(...fields), colours, filter);
const barsOf = (fields: readonly FieldView[], filter?: Filter) =>
  draw(fields, filter).bars.map(
    ({ fromLine, toLine, lane, mark, more }) =>
      `${mark.letter} ${fromLine}-${toLine} @${lane}${more > 0 ? `+${more}` : ''}`,
  );
const tintsOf = (fields: readonly FieldView[], filter?: Filter) =>
  draw(fields, filter).spots.map(({ from, to, marks, faded }) => {
    const letters = marks.map(({ letter }) => letter).join('');
    return `${JSON.stringify(text.slice(from, to))} ${letters || '-'}${faded ? ' faded' : ''}`;
  });

const name = field('.metadata.name', 'name: api', []);
const replicas = (owners: readonly number[]) => field('.spec.replicas', 'replicas: 8', owners);
const spec = field('.spec', text.slice(text.indexOf('spec:')).trimEnd(), [0], { leaf: false });
const selector = field('.spec.selector', 'selector:\n    app: api', [0], { whole: true, state: 'atomic' });
const inner = field('.spec.selector.app', 'app: api', [0], { state: 'atomic', atomicRoot: '.spec.selector' });
const notes = field('.spec.notes', 'notes: |\n    one\n\n    two\n', [1]);

describe('bars', () => {
  test.each<[string, readonly FieldView[], readonly string[]]>([
    ['nobody has none', [name], []],
    ['a leaf: its line', [replicas([0])], ['h 3-3 @0']],
    ['a text of several lines: all of them', [notes], ['o 6-9 @0']],
    ['a map that is owned as an entry: the line of its key', [spec], ['h 2-2 @0']],
    ['an atomic whole: all its lines', [selector, inner], ['h 4-5 @0']],
    ['neighbours of one owner join', [replicas([0]), selector, inner], ['h 3-5 @0']],
    ['a shared field: a lane an owner', [replicas([0, 1])], ['h 3-3 @0', 'o 3-3 @1']],
    ['an owner keeps its lane when another leaves', [replicas([1, 0]), selector, inner], ['o 3-3 @0', 'h 3-5 @1']],
    ['more owners than lanes are counted', [replicas([0, 1, 2, 3])], ['h 3-3 @0', 'o 3-3 @1', 'c 3-3 @2+1']],
  ])('%s', (_, fields, expected) => {
    expect(barsOf(fields)).toEqual(expected);
  });
});

describe('tints', () => {
  test.each<[string, readonly FieldView[], readonly string[]]>([
    ['a leaf: key and value', [replicas([0])], ['"replicas: 8" h']],
    ['shared: the first two', [replicas([0, 1, 2])], ['"replicas: 8" ho']],
    ['a map: its key', [spec], ['"spec:" h']],
    ['an atomic whole: the keys, each on its own', [selector, inner], ['"selector:" h', '"app: api" h']],
    ['nobody: a spot without a tint', [name], ['"name: api" -']],
    ['absent: nothing', [field('.x', 'replicas: 8', [0], { range: undefined, key: undefined, state: 'absent' })], []],
  ])('%s', (_, fields, expected) => {
    expect(tintsOf(fields)).toEqual(expected);
  });
});

describe('the legend picks', () => {
  const fields = [name, replicas([1, 0]), notes];
  test('one manager', () => {
    expect(barsOf(fields, { kind: 'manager', index: 0 })).toEqual(['h 3-3 @0']);
    expect(tintsOf(fields, { kind: 'manager', index: 0 }).map((tint) => tint.endsWith('faded'))).toEqual([
      true,
      false,
      true,
    ]);
  });
  test('nobody', () => {
    expect(barsOf(fields, { kind: 'nobody' })).toEqual([]);
    expect(tintsOf(fields, { kind: 'nobody' }).map((tint) => tint.endsWith('faded'))).toEqual([false, true, true]);
  });
});

test('a box goes round an atomic whole, as wide as its widest line', () => {
  const [box, ...others] = draw([selector, inner]).boxes;
  expect(others).toEqual([]);
  expect(box).toMatchObject({ fromLine: 4, toLine: 5, column: 2, width: 10 });
});

test('words after lines: shared, atomic beyond its box, through a subresource', () => {
  const { hints } = draw([replicas([3]), selector, inner, field('.spec.notes', 'notes: |', [0, 1])]);
  expect(hints.map(({ line, kind, indent }) => `${line} ${kind} ${indent}`)).toEqual([
    '3 subresource 0',
    '4 atomic 1',
    '6 shared 0',
  ]);
});

test('what is owned but absent is told at what it would be in, where there is room', () => {
  const absent = (path: string) => field(path, '', [0], { range: undefined, key: undefined, state: 'absent' });
  const kinds = (...fields: readonly FieldView[]) => draw(fields).hints.map(({ line, kind }) => `${line} ${kind}`);
  expect(kinds(spec, absent('.spec.paused'), absent('.spec.strategy.type'))).toEqual(['2 absent']);
  expect(kinds(spec, selector, absent('.spec.selector.x'))).toEqual(['4 atomic']);
  expect(kinds(spec, absent('.specs'))).toEqual([]);
  expect(draw([spec, absent('.spec.paused')], { kind: 'manager', index: 1 }).hints).toEqual([]);
});

test('why nobody owns a field goes with its spot', () => {
  const unowned = field('.metadata.name', 'name: api', [], { why: 'identity' });
  expect(draw([unowned]).spots.map(({ nobody }) => nobody)).toEqual(['identity']);
});

test('a line is about the innermost field that begins there', () => {
  expect(draw([spec, selector, inner, notes]).fieldOfLine).toEqual([
    undefined,
    undefined,
    0,
    undefined,
    1,
    2,
    3,
    3,
    3,
    3,
    undefined,
  ]);
});

test('the field at an offset is the innermost', () => {
  const fields = [spec, selector, inner];
  expect(fieldAt(fields, text.indexOf('app: api'))).toBe(2);
  expect(fieldAt(fields, text.indexOf('selector'))).toBe(1);
  expect(fieldAt(fields, text.indexOf('replicas'))).toBe(0);
  expect(fieldAt(fields, 0)).toBeUndefined();
});

test('marks of one line are no more than a screen can hold, and none stands where the line is not drawn', () => {
  const line = `{${Array.from({ length: 20_000 }, (_, number) => `k${number}: v`).join(', ')}}`;
  const fields = [...line.matchAll(/k\d+: v/g)].map(({ 0: whole, index }, number): FieldView => {
    const range = { from: index, to: index + whole.length };
    const shown = { owners: [0, 1], state: 'shared' as const, leaf: true, whole: number % 2 === 0, preview: 'v' };
    return { path: `.k${number}`, range, key: undefined, value: undefined, ...shown };
  });
  const drawn = overlay({ text: line, managers, fields, managedFields: undefined }, palette(new Map(), managers));
  const { spots, boxes, hints } = drawn;
  expect([spots.length, boxes.length, hints.length]).toEqual([lineLimits.segments, lineLimits.boxes, lineLimits.hints]);
  expect(Math.max(...spots.map(({ from }) => from))).toBeLessThan(lineLimits.length);
});

test('an item is tinted at its dash and pointed at there, and its first field at its own key', () => {
  const text = 'ports:\n- name: web\n  port: 80\n- a\nflow: [{b: 1}]\n';
  const part = (whole: string, owners: readonly number[], more: Partial<FieldView> = {}): FieldView => {
    const from = text.indexOf(whole);
    return { ...field('.x', whole, owners, { key: undefined, ...more }), range: { from, to: from + whole.length } };
  };
  const fields = [
    part('- name: web\n  port: 80', [0, 1], { leaf: false }),
    part('name: web', [0]),
    part('- a', [1]),
    part('{b: 1}', [0], { leaf: false }),
  ];
  const { spots } = overlay({ text, managers, fields, managedFields: undefined }, colours);
  expect(
    spots.map(({ from, to, marks }) => [text.slice(from, to), marks.map(({ letter }) => letter).join('')]),
  ).toEqual([
    ['-', 'ho'],
    ['name: web', 'h'],
    ['- a', 'o'],
  ]);
  expect(fieldAt(fields, text.indexOf('- name: web'))).toBe(0);
  expect(fieldAt(fields, text.indexOf('name: web'))).toBe(1);
});
