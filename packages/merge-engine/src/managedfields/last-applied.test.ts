import { describe, expect, it } from 'vitest';
import { readObject } from '../value/json-in-tests.ts';
import { formatJson } from '../value/json-write.ts';
import { mapAt, stringAt } from '../value/value.ts';
import { keepLastApplied, lastAppliedAnnotation, lastAppliedOf } from './last-applied.ts';

const annotated = (text: string) =>
  readObject(`{"metadata":{"annotations":{"${lastAppliedAnnotation}":${JSON.stringify(text)},"n":"1"}}}`);

/** A configuration, and the text that the annotation then holds. */
const cases: readonly (readonly [name: string, config: string, text: string])[] = [
  [
    'keys sorted, a line feed at the end',
    '{"kind":"A","data":{"b":"1","a":"<"}}',
    '{"data":{"a":"\\u003c","b":"1"},"kind":"A"}\n',
  ],
  [
    'without the annotation itself',
    `{"metadata":{"name":"x","annotations":{"${lastAppliedAnnotation}":"{}","m":"1"}}}`,
    '{"metadata":{"annotations":{"m":"1"},"name":"x"}}\n',
  ],
  [
    'an empty map of annotations stays',
    `{"metadata":{"annotations":{"${lastAppliedAnnotation}":"{}"}}}`,
    '{"metadata":{"annotations":{}}}\n',
  ],
  ['annotations that are null go', '{"metadata":{"annotations":null}}', '{"metadata":{}}\n'],
];

describe('keepLastApplied', () => {
  it.each(cases)('%s', (_name, config, text) => {
    const kept = keepLastApplied(annotated('{}'), readObject(config));
    const annotations = mapAt(mapAt(kept, 'metadata'), 'annotations');
    expect(stringAt(annotations, lastAppliedAnnotation)).toBe(text);
    expect(annotations?.get('n')).toBe('1');
  });

  it.each(['{}', '{"metadata":{"annotations":{"n":"1"}}}', formatJson(annotated(''))])('leaves %s alone', (text) => {
    const object = readObject(text);
    expect(keepLastApplied(object, readObject('{"kind":"A"}'))).toBe(object);
    expect(lastAppliedOf(object)).toBeUndefined();
  });

  it.each([
    ['up to 262144 bytes', 262_144, true],
    ['no longer beyond', 262_145, false],
  ])('keeps the annotation %s', (_name, bytes, there) => {
    const rest = lastAppliedAnnotation.length + 'n1'.length + '{"a":""}\n'.length;
    const config = new Map([['a', 'x'.repeat(bytes - rest)]]);
    const kept = keepLastApplied(annotated('{}'), config);
    expect(mapAt(mapAt(kept, 'metadata'), 'annotations')?.has(lastAppliedAnnotation)).toBe(there);
  });
});
