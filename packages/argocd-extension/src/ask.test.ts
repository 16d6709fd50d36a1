import { expect, test } from 'vitest';
import { type AskApi, askDesired, askLive, askVersion, namesIn } from './ask.ts';

const application = {
  metadata: { name: 'shop/../x', namespace: 'argocd' },
  spec: { destination: { server: 'https://10.0.0.1?x=/' } },
};
const names = { group: 'apps', version: 'v1', kind: 'Deployment', namespace: 'prod', name: 'web' };

/** An API that answers everything with the same, and what it was asked. */
function answering(body: unknown) {
  const asked: string[] = [];
  const ask: AskApi = async (path) => {
    asked.push(path);
    return body === undefined ? { kind: 'refused', status: 403 } : { kind: 'json', body };
  };
  return { ask, asked };
}

test('names are those of the object', () => {
  expect(namesIn({ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web', namespace: 'prod' } })).toEqual(
    names,
  );
  for (const none of [undefined, null, 1, {}, { kind: 'X' }, { apiVersion: 1, kind: 'X', metadata: { name: 'x' } }]) {
    expect(namesIn(none)).toBeUndefined();
  }
});

test('a name is one part of the path, whatever is in it', async () => {
  const { ask, asked } = answering({});
  await askDesired(ask, application, names);
  await askLive(ask, application, names);
  await askVersion(ask, application);
  expect(asked).toEqual([
    'applications/shop%2F..%2Fx/managed-resources',
    'applications/shop%2F..%2Fx/resource',
    'clusters/https%3A%2F%2F10.0.0.1%3Fx%3D%2F',
  ]);
});

test('the desired object is that of the same names', async () => {
  const item = {
    group: 'apps',
    kind: 'Deployment',
    namespace: 'prod',
    name: 'web',
    targetState: '{"kind":"Deployment"}',
  };
  const other = { ...item, name: 'web2', targetState: '{}' };
  expect(await askDesired(answering({ items: [other, item] }).ask, application, names)).toEqual({
    kind: 'desired',
    target: { kind: 'Deployment' },
  });
  for (const targetState of ['null', '', '{', undefined]) {
    const { ask } = answering({ items: [{ ...item, targetState }] });
    expect(await askDesired(ask, application, names)).toEqual({ kind: 'none' });
  }
  for (const body of [{}, [], 'x', { items: 1 }, { items: [null] }]) {
    expect(await askDesired(answering(body).ask, application, names)).toEqual({ kind: 'none' });
  }
  expect(await askDesired(answering(undefined).ask, application, names)).toEqual({ kind: 'refused', status: 403 });
});

test.each([
  [{ serverVersion: '1.35' }, { said: '1.35', played: 'v1.35' }],
  [
    { serverVersion: '1.20', info: { serverVersion: 'v1.34.4' } },
    { said: 'v1.34.4', played: 'v1.34' },
  ],
  [{ serverVersion: 'latest' }, undefined],
  [{}, undefined],
  [undefined, undefined],
])('%j is a cluster of the version %j', async (body, version) => {
  expect(await askVersion(answering(body).ask, application)).toEqual(version);
  expect(await askVersion(answering(body).ask, {})).toBeUndefined();
});
