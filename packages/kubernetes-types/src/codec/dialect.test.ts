import { describe, expect, it } from 'vitest';
import { normalizeBase64 } from './dialect.ts';

describe('base64 as Go reads and writes it', () => {
  const good: readonly (readonly [string, string])[] = [
    ['', ''],
    ['YQ==', 'YQ=='],
    ['YR==', 'YQ=='],
    ['YWI=', 'YWI='],
    ['YWJj', 'YWJj'],
    ['YW\nJj\r\n', 'YWJj'],
    ['YQ=\n=', 'YQ=='],
    ['+/+/', '+/+/'],
  ];
  it.each(good)('%j is %j', (text, written) => {
    expect(normalizeBase64(text)).toEqual({ kind: 'bytes', text: written });
  });

  const bad: readonly (readonly [string, number])[] = [
    ['a', 0],
    ['YWJjYQ', 4],
    ['YQ=', 3],
    ['Y===', 1],
    ['=', 0],
    ['Y!==', 1],
    ['YQ=x', 2],
    ['YQ==YQ==', 4],
    ['YWI=x', 4],
    ['YWJjYW-_', 6],
    ['YWJjé', 4],
    ['not base64', 3],
  ];
  it.each(bad)('%j is wrong at byte %i', (text, at) => {
    expect(normalizeBase64(text)).toEqual({ kind: 'error', message: `illegal base64 data at input byte ${at}` });
  });
});
