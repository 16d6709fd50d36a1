import { expect, test } from 'vitest';
import { continueToken, readToken } from './list-with-options.ts';

test('a token is read as it was made', () => {
  expect(readToken(continueToken(7n, 'default/web'))).toEqual({
    kind: 'continuation',
    behind: 'default/web',
    resourceVersion: 7n,
  });
});

const encoded = (text: string) => Buffer.from(text).toString('base64url');

test.each([
  ['x', 'continue key is not valid: illegal base64 data at input byte 0'],
  ['a*', 'continue key is not valid: illegal base64 data at input byte 1'],
  [encoded('{"v":"v2"}'), 'continue key is not valid: server does not recognize this encoded version v2'],
  [
    encoded('{"v":"meta.k8s.io/v1"}'),
    'continue key is not valid: incorrect encoded start resourceVersion (version meta.k8s.io/v1)',
  ],
  [
    encoded('{"v":"meta.k8s.io/v1","rv":1}'),
    'continue key is not valid: encoded start key empty (version meta.k8s.io/v1)',
  ],
  [encoded('{"v":"meta.k8s.io/v1","rv":1,"start":"../a"}'), 'continue key is not valid: ../a'],
])('%s is refused', (token, why) => {
  const read = readToken(token);
  expect(read.kind === 'refused' && read.body).toEqual(
    expect.objectContaining(new Map([['message', `invalid continue token: ${why}`]])),
  );
});
