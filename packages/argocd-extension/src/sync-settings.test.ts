import { expect, test } from 'vitest';
import { syncSettings } from './sync-settings.ts';

test('sync options are read by Argo CD’s own names, and what is not played is named', () => {
  const syncOptions = [
    ...['ServerSideApply=true', 'CreateNamespace=true', 'ApplyOutOfSyncOnly=true', 'Made=up'],
    ...['prune=true', 'application=other'],
  ];
  const ignoreDifferences = [{ kind: 'Deployment', jsonPointers: ['/spec/replicas'] }];
  const read = syncSettings({
    spec: { destination: { namespace: 'prod' }, syncPolicy: { syncOptions }, ignoreDifferences },
  });
  expect([...read.options.keys()]).toEqual(['ServerSideApply', 'ignoreDifferences']);
  expect(read).toMatchObject({ namespace: 'prod', outOfSyncOnly: true, unreadable: undefined });
  expect(read.unplayed).toEqual(['Made=up', 'prune=true', 'application=other']);
});

test('an expression of jq that is not played is named, and nothing is ignored', () => {
  const read = syncSettings({ spec: { ignoreDifferences: [{ kind: 'x', jqPathExpressions: ['.. | select('] }] } });
  expect(read.unreadable).toBe('.. | select(');
  expect(read.options.has('ignoreDifferences')).toBe(false);
});

test.each([
  undefined,
  null,
  1,
  'x',
  [],
  {},
  { spec: 1 },
  { spec: { syncPolicy: { syncOptions: 'a=b' } } },
  { spec: { syncPolicy: { syncOptions: [1, null, '', '='] } } },
])('%j is an Application that says nothing', (application) => {
  expect(syncSettings(application).options.size).toBe(0);
});
