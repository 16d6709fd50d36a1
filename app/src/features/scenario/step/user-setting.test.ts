import { expect, test } from 'vitest';
import { asksWho, extraOf, shownExtra, shownUser, userOf } from './user-setting.tsx';

test.each([
  ['', undefined],
  ['  ', undefined],
  [', dev', undefined],
  ['jane', { name: 'jane' }],
  [' jane ', { name: 'jane' }],
  ['jane,', { name: 'jane' }],
  ['jane, , ', { name: 'jane' }],
  ['jane, dev', { name: 'jane', groups: ['dev'] }],
  ['jane,dev,, ops ', { name: 'jane', groups: ['dev', 'ops'] }],
  ['system:serviceaccount:default:ci', { name: 'system:serviceaccount:default:ci' }],
])('%j names %j', (typed, user) => {
  expect(userOf(typed)).toEqual(user);
});

test.each([
  ['nothing was typed', '', { name: 'jane', groups: ['dev', 'ops'] }, 'jane, dev, ops'],
  ['what was typed means the user', 'jane,dev', { name: 'jane', groups: ['dev'] }, 'jane,dev'],
  ['a comma waits for a group', 'jane, ', { name: 'jane' }, 'jane, '],
  ['a group waits for a name', ', dev', undefined, ', dev'],
  ['another user came, by undo or another step', 'jane, dev', { name: 'bob' }, 'bob'],
  [
    'the user has a uid and values, which stand elsewhere',
    'jane, ',
    { name: 'jane', uid: '7', extra: { a: ['b'] } },
    'jane, ',
  ],
  ['the user went', 'jane', undefined, ''],
])('what stands in the field where %s', (_case, typed, user, shown) => {
  expect(shownUser(typed, user)).toBe(shown);
});

test.each([
  ['', undefined],
  ['scopes', undefined],
  ['=read', undefined],
  ['scopes=', { scopes: [''] }],
  [' scopes = read ', { scopes: ['read'] }],
  ['scopes=read,,scopes=write, example.com/team=a=b', { scopes: ['read', 'write'], 'example.com/team': ['a=b'] }],
])('%j: extra values %j', (typed, extra) => {
  expect(extraOf(typed)).toEqual(extra);
});

test.each([
  ['nothing was typed', '', { scopes: ['read', 'write'], team: ['a'] }, 'scopes=read, scopes=write, team=a'],
  ['what was typed means them', 'scopes=read,scop', { scopes: ['read'] }, 'scopes=read,scop'],
  ['a name waits for its value', 'scopes', undefined, 'scopes'],
  ['others came', 'scopes=read', { team: ['a'] }, 'team=a'],
  ['there are none any more', 'scopes=read', undefined, ''],
])('what stands in the field of extra values where %s', (_case, typed, extra, shown) => {
  expect(shownExtra(typed, extra)).toBe(shown);
});

test.each([
  ['apiVersion: rbac.authorization.k8s.io/v1\nkind: Role', true],
  ['{"apiVersion":"authentication.k8s.io/v1","kind":"SelfSubjectReview"}', true],
  ['apiVersion: certificates.k8s.io/v1', true],
  ["- expression: request.userInfo.username == 'jane'", true],
  ["- expression: authorizer.requestResource.check('create').allowed()", true],
  ['apiVersion: v1\nkind: ConfigMap\ndata: {a: b}', false],
  ['metadata: {annotations: {example.com/userInformation: x}}', false],
])('%j: whether it counts who sends a request', (text, asked) => {
  expect(asksWho.test(text)).toBe(asked);
});
