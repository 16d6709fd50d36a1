import { describe, expect, it } from 'vitest';
import { parseJson } from '../value/json.ts';
import { formatJson } from '../value/json-write.ts';
import { type ManagedFieldsEntry, readEntries } from './entry.ts';
import { entriesAfterScale, entriesOfScale, type ReplicasPaths, type ScaledEntries } from './scale-entries.ts';

function read(list: string): readonly ManagedFieldsEntry[] {
  const parsed = parseJson(list);
  if (parsed.kind === 'error') throw new Error(parsed.message);
  return readEntries(parsed.value) ?? [];
}

function show(scaled: ScaledEntries): string {
  if (scaled.kind !== 'entries') return `!${scaled.message}`;
  return scaled.entries === undefined ? 'nothing' : formatJson(scaled.entries);
}

const paths: ReplicasPaths = new Map([
  ['apps/v1', ['spec', 'replicas']],
  ['apps/v1beta1', ['spec', 'count']],
  ['apps/v1alpha1', null],
]);

const entry = (manager: string, operation: string, apiVersion: string, fields: string, more = '') =>
  `{"manager":"${manager}","operation":"${operation}","apiVersion":"${apiVersion}"${more.includes('time') ? ',"time":"2026-01-01T00:00:00Z"' : ''},"fieldsType":"FieldsV1","fieldsV1":${fields}${more.includes('scale') ? ',"subresource":"scale"' : ''}}`;

const replicas = '{"f:spec":{"f:replicas":{}}}';

describe('entriesOfScale', () => {
  it.each([
    [
      'who owns replicas',
      entry('a', 'Apply', 'apps/v1', replicas, 'time'),
      entry('a', 'Apply', 'autoscaling/v1', replicas, 'time'),
    ],
    [
      'by the path of its version',
      entry('a', 'Apply', 'apps/v1beta1', '{"f:spec":{"f:count":{}}}'),
      entry('a', 'Apply', 'autoscaling/v1', replicas),
    ],
    ['who owns something else', entry('a', 'Apply', 'apps/v1', '{"f:spec":{"f:paused":{}}}'), undefined],
    ['a version without replicas', entry('a', 'Apply', 'apps/v1alpha1', replicas), undefined],
    ['an unknown version', entry('a', 'Apply', 'extensions/v1', replicas), undefined],
  ])('%s', (_name, parent, expected) => {
    expect(show(entriesOfScale(read(`[${parent}]`), paths))).toBe(expected === undefined ? 'nothing' : `[${expected}]`);
  });
});

/** The entries of the parent, those of the Scale after the write, and those of the parent after it; through apps/v1. */
const cases: readonly (readonly [name: string, parent: string, scale: string, after: string, version?: string])[] = [
  [
    'a new owner gets an entry without a time, the old one loses the field',
    entry('a', 'Apply', 'apps/v1', '{"f:spec":{"f:paused":{},"f:replicas":{}}}', 'time'),
    entry('s', 'Update', 'autoscaling/v1', replicas, 'time scale'),
    `${entry('a', 'Apply', 'apps/v1', '{"f:spec":{"f:paused":{}}}', 'time')},${entry('s', 'Update', 'apps/v1', replicas, 'scale')}`,
  ],
  [
    'an owner of nothing else goes',
    entry('a', 'Update', 'apps/v1', replicas, 'time'),
    entry('s', 'Apply', 'autoscaling/v1', replicas, 'scale'),
    entry('s', 'Apply', 'apps/v1', replicas, 'scale'),
  ],
  [
    'an owner that stays keeps entry and time',
    entry('a', 'Apply', 'apps/v1', replicas, 'time'),
    entry('a', 'Apply', 'autoscaling/v1', replicas, 'time'),
    entry('a', 'Apply', 'apps/v1', replicas, 'time'),
  ],
  ['an entry of an unknown version goes', entry('a', 'Apply', 'extensions/v1', replicas), '', 'nothing'],
  [
    'an entry of a version without replicas stays',
    entry('a', 'Apply', 'apps/v1alpha1', replicas),
    '',
    entry('a', 'Apply', 'apps/v1alpha1', replicas),
  ],
  [
    'an entry that does not own replicas stays',
    entry('a', 'Apply', 'apps/v1', '{"f:spec":{"f:paused":{}}}'),
    entry('b', 'Update', 'autoscaling/v1', '{"f:status":{}}'),
    entry('a', 'Apply', 'apps/v1', '{"f:spec":{"f:paused":{}}}'),
  ],
  [
    'a new owner at a version without replicas gets an entry without fields',
    '',
    entry('s', 'Update', 'autoscaling/v1', replicas, 'scale'),
    entry('s', 'Update', 'apps/v1alpha1', '{}', 'scale'),
    'apps/v1alpha1',
  ],
];

describe('entriesAfterScale', () => {
  it.each(cases)('%s', (_name, parent, scale, after, version = 'apps/v1') => {
    const scaled = entriesAfterScale(read(`[${parent}]`), read(`[${scale}]`), version, paths);
    expect(show(scaled)).toBe(after === 'nothing' ? after : `[${after}]`);
  });

  it('passes on why entries do not decode', () => {
    const bad = read('[{"manager":"m"}]');
    expect(show(entriesAfterScale(bad, [], 'apps/v1', paths))).toBe('!operation must be `Apply` or `Update`');
    expect(show(entriesOfScale(bad, paths))).toBe('!operation must be `Apply` or `Update`');
  });
});
