import {
  fieldElement,
  formatJson,
  isMap,
  type OwnerIdentity,
  parseJson,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import '../whole.ts';
import { expect, test } from 'vitest';
import type { TypeCatalog } from '../catalog/catalog.ts';
import { fooDefinition } from '../customresource/definition-in-tests.ts';
import { type Cluster, catalogOf, emptyCluster } from '../server/cluster.ts';
import { installCrd } from '../server/install.ts';
import type { ApiRequest } from '../server/request.ts';
import { serve } from '../server/serve.ts';
import { previewRequest } from './configuration.ts';
import type { Difference } from './difference.ts';
import { dropField } from './drop.ts';
import { otherValue, type Want, wantField } from './want.ts';

const crd = fooDefinition({
  spec: {
    type: 'object',
    properties: {
      n: { type: 'integer', default: 1 },
      text: { type: 'string' },
      whole: {
        type: 'object',
        additionalProperties: { type: 'string' },
        'x-kubernetes-map-type': 'atomic',
      },
      set: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' },
      items: {
        type: 'array',
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['name'],
        items: {
          type: 'object',
          required: ['name'],
          properties: { name: { type: 'string' }, v: { type: 'integer' } },
        },
      },
    },
  },
});

const nothing: TypeCatalog = {
  find: () => undefined,
  findKind: () => undefined,
  isBuiltinGroup: () => false,
  names: () => [],
};
const path = '/apis/example.com/v1/namespaces/default/foos/x';
const now = '2026-01-01T00:00:09Z';

function value(plain: unknown): Value {
  const parsed = parseJson(JSON.stringify(plain));
  if (parsed.kind === 'error') throw new Error(parsed.message);
  return parsed.value;
}

function applyRequest(manager: string, spec: object): ApiRequest {
  const config = { apiVersion: 'example.com/v1', kind: 'Foo', metadata: { name: 'x' }, spec };
  return {
    method: 'PATCH',
    path,
    query: new Map([['fieldManager', manager]]),
    contentType: 'application/apply-patch+yaml',
    body: { kind: 'value', value: value(config), duplicates: [] },
  };
}

function patchRequest(manager: string, spec: object): ApiRequest {
  const contentType = 'application/merge-patch+json';
  return { ...applyRequest(manager, {}), contentType, body: { kind: 'value', value: value({ spec }), duplicates: [] } };
}

function played(...requests: readonly ApiRequest[]): Cluster {
  const installed = installCrd(emptyCluster(nothing), crd);
  if (installed.kind !== 'installed') throw new Error('the definition was refused');
  return requests.reduce((cluster, request, index) => {
    const served = serve(cluster, request, `2026-01-01T00:00:0${index}Z`);
    if (served.response.code >= 400) throw new Error(formatJson(served.response.body));
    return served.cluster;
  }, installed.cluster);
}

function stored(cluster: Cluster): ValueMap {
  const { body } = serve(cluster, { method: 'GET', path, query: new Map() }, now).response;
  if (!isMap(body)) throw new Error('no object');
  return body;
}

/** A difference on a few words: `.spec.n 1>2`, `a -.spec.n`, `b +.spec.n`, `c gone`. */
function words({ values, owners }: Difference): readonly string[] {
  return [
    ...values.map(({ text, before, after }) => `${text} ${print(before)}>${print(after)}`),
    ...owners.flatMap(({ owner, gained, lost, entry }) => [
      ...(entry === 'kept' ? [] : [`${owner.manager} ${entry}`]),
      ...gained.map((field) => `${owner.manager} +${field}`),
      ...lost.map((field) => `${owner.manager} -${field}`),
    ]),
  ];
}

function print(shown: Value | undefined): string {
  return shown === undefined ? '' : formatJson(shown);
}

interface DropCase {
  readonly name: string;
  readonly requests: readonly ApiRequest[];
  readonly owner: OwnerIdentity;
  readonly kind?: 'removed';
  readonly is: readonly string[] | 'no-owner';
}

const a: OwnerIdentity = { manager: 'a', operation: 'Apply', subresource: '', apiVersion: 'example.com/v1' };

test.each<DropCase>([
  {
    name: 'puts the default back where the owner is the last',
    requests: [applyRequest('a', { n: 2, text: 't' })],
    owner: a,
    is: ['.spec.n 2>1', 'a -.spec.n'],
  },
  {
    name: 'leaves the value where another owner stays',
    requests: [applyRequest('a', { n: 2, text: 't' }), applyRequest('b', { n: 2 })],
    owner: a,
    is: ['a -.spec.n'],
  },
  {
    name: 'ends an entry that owns nothing else, and what it alone held',
    requests: [applyRequest('a', { n: 2 })],
    owner: a,
    is: ['.spec.n 2>', 'a gone', 'a -.spec.n'],
  },
  {
    name: 'keeps items with their keys',
    requests: [applyRequest('a', { n: 2, items: [{ name: 'p', v: 1 }], set: ['x'] })],
    owner: a,
    is: ['.spec.n 2>1', 'a -.spec.n'],
  },
  {
    name: 'is a write without it where the owner is an updater',
    requests: [applyRequest('a', { n: 2, text: 't' }), patchRequest('u', { n: 4 })],
    owner: { ...a, manager: 'u', operation: 'Update' },
    kind: 'removed',
    // The default that is put back is what the updater wrote.
    is: ['.spec.n 4>1'],
  },
  { name: 'needs an owner', requests: [applyRequest('a', { n: 2 })], owner: { ...a, manager: 'z' }, is: 'no-owner' },
])('dropping a field $name', ({ requests, owner, kind = 'left-out', is }) => {
  const cluster = played(...requests);
  const version = catalogOf(cluster).findKind('example.com/v1', 'Foo');
  if (version === undefined) throw new Error('no kind');
  const asked = { object: stored(cluster), path, kind: version };
  const dropped = dropField(cluster, asked, owner, [fieldElement('spec'), fieldElement('n')], now);
  if (!('preview' in dropped)) return expect(dropped.kind).toBe(is);
  expect(dropped.kind).toBe(kind);
  expect(dropped.preview.response.code).toBe(200);
  expect(words(dropped.preview.difference)).toEqual(is);
});

test('a forced apply shows who loses what', () => {
  const cluster = played(applyRequest('a', { n: 2, text: 't' }), patchRequest('u', { text: 'u' }));
  const request = applyRequest('b', { n: 3, text: 'b' });
  const forced = previewRequest(cluster, { ...request, query: new Map(request.query).set('force', 'true') }, now);
  expect(words(forced.difference)).toEqual([
    '.spec.n 2>3',
    '.spec.text "u">"b"',
    'b new',
    'b +.spec.n',
    'b +.spec.text',
    'a gone',
    'a -.spec.n',
    'u gone',
    'u -.spec.text',
  ]);
});

const field = [fieldElement('spec'), fieldElement('n')];

test.each<readonly [by: Want['by'], value: Value, code: number, is: readonly string[]]>([
  ['apply', 2n, 200, ['b new', 'b +.spec.n']],
  ['apply', 3n, 409, []],
  ['forced-apply', 3n, 200, ['.spec.n 2>3', 'b new', 'b +.spec.n', 'a -.spec.n']],
  ['update', 3n, 200, ['.spec.n 2>3', 'a -.spec.n', 'b new', 'b +.spec.n']],
  ['update', 2n, 200, []],
])('somebody else who wants by %s that a field is %s is answered %i', (by, wanted, code, is) => {
  const cluster = played(applyRequest('a', { n: 2, text: 't' }));
  const kind = catalogOf(cluster).findKind('example.com/v1', 'Foo');
  if (kind === undefined) throw new Error('no kind');
  const want = { manager: 'b', value: wanted, by, subresource: '' };
  const preview = wantField(cluster, { object: stored(cluster), path, kind }, field, want, now);
  expect(preview?.response.code).toBe(code);
  expect([...words(preview?.difference ?? { values: [], owners: [] })].sort()).toEqual([...is].sort());
});

test.each<readonly [unknown, unknown]>([
  [true, false],
  [3, 4],
  [0.5, 1.5],
  ['nginx:1.14.2', 'nginx:1.14.3'],
  ['500m', '501m'],
  ['09', '10'],
  ['Always', 'Always-other'],
  ['12345678901234567890', '12345678901234567890-other'],
  [
    { a: {}, b: { c: 'x' } },
    { a: {}, b: { c: 'x-other' } },
  ],
  [
    [[], 'a1'],
    [[], 'a2'],
  ],
  [{}, undefined],
  [null, undefined],
])('another value than %j is %j', (plain, other) => {
  const found = otherValue(value(plain));
  expect(found === undefined ? undefined : formatJson(found)).toBe(
    other === undefined ? undefined : JSON.stringify(other),
  );
});
