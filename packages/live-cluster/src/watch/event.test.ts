import { describe, expect, test } from 'vitest';
import { longestLine, readEvent, readList } from './event.ts';

const web = { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'prod', name: 'web' };
const object = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', namespace: 'prod', resourceVersion: '7', uid: 'u1' },
};
const event = (type: unknown, of: unknown) => JSON.stringify({ type, object: of });
const metadata = (changes: object) => ({ ...object, metadata: { ...object.metadata, ...changes } });

describe('a line of a watch', () => {
  test.each(['ADDED', 'MODIFIED', 'DELETED'])('%s holds a version', (type) => {
    const read = readEvent(event(type, object), web);
    expect(read).toMatchObject({ kind: 'version', type, version: { resourceVersion: '7', uid: 'u1' } });
    expect(read.kind === 'version' && JSON.parse(read.version.text)).toEqual(object);
  });

  test('a bookmark holds a resourceVersion and no object to compare', () => {
    const line = event('BOOKMARK', { kind: 'Deployment', apiVersion: 'apps/v1', metadata: { resourceVersion: '9' } });
    expect(readEvent(line, web)).toEqual({ kind: 'bookmark', resourceVersion: '9' });
  });

  test.each([
    ['an event', event('ERROR', { kind: 'Status', code: 410, reason: 'Expired', message: 'too old' })],
    ['a line of its own', '{"kind":"Status","code":410,"reason":"Expired","message":"too old"}'],
  ])('a Status ends it, as %s', (_, line) => {
    expect(readEvent(line, web)).toEqual({ kind: 'status', code: 410, reason: 'Expired', message: 'too old' });
  });

  test('numbers of the object stay exact', () => {
    const line = event('ADDED', object).replace('"uid"', '"generation":9007199254740993,"uid"');
    const read = readEvent(line, web);
    expect(read.kind === 'version' && read.version.text).toContain('9007199254740993');
  });

  test.each([
    ['', 'not-json'],
    ['{"type":"ADDED","object":{', 'not-json'],
    ['[]', 'no-object'],
    ['null', 'no-object'],
    [event('ADDED', null), 'no-object'],
    [event('ADDED', 'text'), 'no-object'],
    [event('ADDED', { ...object, metadata: null }), 'no-object'],
    [event('ADDED', metadata({ resourceVersion: 7 })), 'no-object'],
    [event('BOOKMARK', {}), 'no-object'],
    [event('CHANGED', object), 'type'],
    [event(1, object), 'type'],
    [event('__proto__', object), 'type'],
    ['{"__proto__":{"type":"ADDED"},"object":{}}', 'type'],
    [event('MODIFIED', metadata({ name: 'api' })), 'other-object'],
    [event('MODIFIED', metadata({ namespace: 'dev' })), 'other-object'],
    [event('MODIFIED', { ...object, kind: 'ReplicaSet' }), 'other-object'],
    [`${'['.repeat(3000)}${']'.repeat(3000)}`, 'not-json'],
    [`"${'a'.repeat(longestLine)}"`, 'too-long'],
  ])('%.60s is not read: %s', (line, reason) => {
    const read = readEvent(line, web);
    expect(read).toMatchObject({ kind: 'unread', reason });
    expect(read.kind === 'unread' && read.found.length).toBeLessThanOrEqual(500);
  });
});

describe('a list of one name', () => {
  const list = (items: unknown, resourceVersion: unknown = '8') =>
    JSON.stringify({ kind: 'DeploymentList', apiVersion: 'apps/v1', metadata: { resourceVersion }, items });
  const { apiVersion: _, kind: __, ...item } = object;

  test('gives its item apiVersion and kind, first as kubectl prints them', () => {
    const read = readList(list([item]), web);
    expect(read).toMatchObject({ kind: 'list', resourceVersion: '8', version: { uid: 'u1' } });
    expect(read.kind === 'list' && read.version?.text.startsWith('{"apiVersion":"apps/v1","kind":"Deployment"')).toBe(
      true,
    );
  });

  test.each([
    ['none', []],
    ['null', null],
    ['another name', [{ ...item, metadata: { ...item.metadata, name: 'api' } }]],
  ])('with %s as items the object does not exist', (_, items) => {
    expect(readList(list(items), web)).toEqual({ kind: 'list', resourceVersion: '8', version: undefined });
  });

  test.each([['<html>'], ['{}'], ['[]'], [list('text')], [list([], '')], [list([item], 8)]])(
    '%.40s is not read',
    (text) => {
      expect(readList(text, web)).toMatchObject({ kind: 'unread' });
    },
  );
});
