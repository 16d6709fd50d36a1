import { expect, test } from 'vitest';
import { continueToken, readToken } from './list-with-options.ts';

test('a token is read as it was made', () => {
  expect(readToken(continueToken(7n, 'default/web', {}))).toEqual({
    kind: 'continuation',
    first: 'default/web\0',
    resourceVersion: 7n,
  });
});

const encoded = (text: string) => Buffer.from(text).toString('base64url');

test.each<readonly [token: string, why: string]>([
  ['x', 'continue key is not valid: illegal base64 data at input byte 0'],
  ['a*', 'continue key is not valid: illegal base64 data at input byte 1'],
  ['none', "continue key is not valid: invalid character '\\u009e' looking for beginning of value"],
  [encoded('é'), "continue key is not valid: invalid character 'Ã' looking for beginning of value"],
  [encoded('{'), 'continue key is not valid: unexpected end of JSON input'],
  [encoded('{} x'), "continue key is not valid: invalid character 'x' after top-level value"],
  ...['5:number', '[]:array', '"a":string', 'true:bool'].map((each) => {
    const [text = '', type] = each.split(':');
    const why = `json: cannot unmarshal ${type} into Go value of type storage.continueToken`;
    return [encoded(text), `continue key is not valid: ${why}`] as const;
  }),
  [encoded('null'), 'continue key is not valid: server does not recognize this encoded version '],
  [
    encoded('{"v":5}'),
    'continue key is not valid: json: cannot unmarshal number into Go struct field continueToken.v of type string',
  ],
  [
    encoded('{"rv":"x"}'),
    'continue key is not valid: json: cannot unmarshal string into Go struct field continueToken.rv of type int64',
  ],
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
