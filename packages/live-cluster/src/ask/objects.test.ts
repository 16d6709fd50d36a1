import { expect, test } from 'vitest';
import { withGiven } from './objects.ts';

const pod = (uid: string, volume: string) =>
  JSON.stringify({
    metadata: { uid },
    spec: { volumes: [{ name: volume }], containers: [{ volumeMounts: [{ name: volume }] }] },
  });

test('what a server gave stands in the predicted object: the uid, and the name of the token volume', () => {
  const [ours, theirs] = [pod('one', 'kube-api-access-abcde'), pod('two', 'kube-api-access-vwxyz')];
  expect(JSON.parse(withGiven(ours, theirs))).toEqual(JSON.parse(theirs));
});

test.each([
  ['a volume that only one has', 'kube-api-access-abcde', 'data'],
  ['a volume of another name', 'data', 'other'],
  ['a name that is longer', 'kube-api-access-abcdef', 'kube-api-access-vwxyzf'],
])('%s stays as it was predicted', (_what, own, other) => {
  expect(JSON.parse(withGiven(pod('one', own), pod('two', other)))).toEqual(JSON.parse(pod('two', own)));
});
