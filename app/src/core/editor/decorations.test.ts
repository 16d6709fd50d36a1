import type { AnnotatedText } from '@managed-fields/player';
import { assignColours, overlay, palette } from '@managed-fields/rendering';
import { expect, test } from 'vitest';
import { type Decorated, decorations } from './decorations.ts';

const text = 'a: |\n  one\nb: 1\n';
const manager = 'evil"><img src=x>{} .c9';
const annotated: AnnotatedText = {
  text,
  managers: [
    { manager, operation: 'Apply', subresource: 'scale', apiVersion: 'v1', time: undefined, fieldCount: 1, bytes: 9 },
  ],
  fields: [
    {
      path: '.a',
      range: { from: 0, to: 10 },
      key: { from: 0, to: 1 },
      value: { from: 3, to: 10 },
      leaf: true,
      whole: true,
      state: 'atomic',
      owners: [0],
      preview: 'one',
    },
    {
      path: '.b',
      range: { from: 11, to: 15 },
      key: { from: 11, to: 12 },
      value: { from: 14, to: 15 },
      leaf: true,
      state: 'owned',
      owners: [0],
      preview: '1',
    },
  ],
  managedFields: undefined,
};
const drawn = overlay(annotated, palette(assignColours([manager]), annotated.managers));
const decorated: Decorated = {
  text,
  annotated,
  overlay: drawn,
  notes: new Map([[0, { severity: 'error', text: 'no' }]]),
  lastApplied: false,
};
const metrics = { column: 8, contentWidth: 400, scrollLeft: 0 };
const made = decorations(decorated, metrics, { from: 0, to: 100 });

test('a note is cut where the editor ends, and its hover says all of it; where nothing fits it stands whole', () => {
  const message = 'a note that is longer than the room beside its line';
  const noted: Decorated = { ...decorated, notes: new Map([[2, { severity: 'error', text: message }]]) };
  const noteIn = (contentWidth: number) => {
    const all = decorations(noted, { ...metrics, contentWidth }, { from: 0, to: 100 });
    const note = all.find(({ options }) => options.after?.inlineClassName?.startsWith('note-text') === true);
    return { text: note?.options.after?.content.replaceAll('\u00a0', ' ').trim(), hover: note?.options.hoverMessage };
  };
  expect(noteIn(0)).toEqual({ text: `⚠ ${message}`, hover: undefined });
  expect(noteIn(800)).toEqual({ text: `⚠ ${message}`, hover: undefined });
  expect(noteIn(256)).toEqual({
    text: '⚠ a note that is longer th…',
    hover: expect.objectContaining({ value: message }),
  });
  expect(noteIn(100)).toEqual({ text: `⚠ ${message}`, hover: undefined });
});

test('classes come from a fixed set, whatever managers are called', () => {
  const classes = made.flatMap(({ options }) =>
    [
      options.inlineClassName,
      options.linesDecorationsClassName,
      options.firstLineDecorationClassName,
      options.blockClassName,
      options.className,
      options.after?.inlineClassName,
    ].flatMap((names) => names?.split(' ') ?? []),
  );
  const known =
    /^(mf-(tint|shared|faded|unowned|default|unowned-value|bar|bar-letter|last-applied|box-block|lane-[0-2]|[cd][0-7]|p[0-5]|hint|line-fold|error|warning|info|conflict)|more-[0-9]{1,2}|l-[a-z0-9]|note-(text|error|warning|info|conflict))$/;
  expect(classes.length).toBeGreaterThan(5);
  expect(classes.filter((name) => !known.test(name))).toEqual([]);
});

test('lines and columns count from one, and the box is as wide as its lines', () => {
  const tints = made.filter(({ options }) => options.inlineClassName !== undefined);
  expect(tints.map(({ range }) => [range.startLineNumber, range.startColumn, range.endColumn])).toEqual([
    [1, 1, 3],
    [3, 1, 5],
  ]);
  const [box] = made.flatMap(({ options }) => options.blockPadding ?? []);
  expect(made.find(({ options }) => options.blockClassName)?.range.endLineNumber).toBe(2);
  expect(box).toBe(0);
});

test('a problem silences the hint of its line', () => {
  const words = made.flatMap(({ options }) => options.after?.content.replaceAll('\u00a0', ' ').trim() ?? []);
  expect(words).toEqual([`${manager} /scale`, '⚠ no']);
});

test('only lines near those in view are decorated', () => {
  const lines = decorations(decorated, metrics, { from: 2, to: 3 }).flatMap(({ range, options }) =>
    options.inlineClassName === undefined ? [] : [range.startLineNumber],
  );
  expect(lines).toEqual([3]);
});

test('what the last-applied annotation declares is underlined', () => {
  const fields = annotated.fields.map((field) => ({ ...field, lastApplied: true as const }));
  const underlined = decorations({ ...decorated, annotated: { ...annotated, fields }, lastApplied: true }, metrics, {
    from: 0,
    to: 100,
  });
  expect(underlined.filter(({ options }) => options.inlineClassName?.endsWith(' mf-last-applied'))).toHaveLength(2);
});

test('a character that turns a note around is drawn as its number', () => {
  const notes = new Map([[0, { severity: 'error', text: 'unknown field "spec.\u202eabc"' } as const]]);
  const [note] = decorations({ ...decorated, notes }, metrics, { from: 0, to: 1 }).flatMap(({ options }) =>
    options.after?.inlineClassName?.startsWith('note-text') ? options.after.content : [],
  );
  expect(note?.replaceAll('\u00a0', ' ').trim()).toBe('⚠ unknown field "spec.U+202Eabc"');
});
