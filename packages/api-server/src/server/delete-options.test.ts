import { isMap, valueFromPlain } from '@managed-fields/merge-engine';
import { expect, it } from 'vitest';
import type { TypeCatalog } from '../catalog/catalog.ts';
import { deleteOptions } from './delete-options.ts';
import type { ApiRequest, DecodedBody } from './request.ts';

const catalog: TypeCatalog = {
  find: () => undefined,
  findKind: () => undefined,
  isBuiltinGroup: () => false,
  names: () => [],
};

/** Queries of a DELETE without a body, and the options that upstream reads of them (conversion of url.Values). */
const read: readonly (readonly [query: string, options: object])[] = [
  ['', {}],
  ['gracePeriodSeconds=5', { gracePeriodSeconds: 5n }],
  ['gracePeriodSeconds=300', { gracePeriodSeconds: 300n }],
  ['gracePeriodSeconds=-1', { gracePeriodSeconds: -1n }],
  ['gracePeriodSeconds=%2B7', { gracePeriodSeconds: 7n }],
  ['orphanDependents=true', { orphanDependents: true }],
  ['orphanDependents=False', { orphanDependents: false }],
  ['orphanDependents=0', { orphanDependents: false }],
  ['propagationPolicy=Orphan', { propagationPolicy: 'Orphan' }],
  ['dryRun=All', { dryRun: true }],
  ['uid=u', { uid: 'u', hasPreconditions: true }],
  ['resourceVersion=5', { resourceVersion: '5', hasPreconditions: true }],
];

/** What upstream says of others: strconv's words, and those of ValidateDeleteOptions. */
const refused: readonly (readonly [query: string, message: string])[] = [
  ['gracePeriodSeconds=x', 'strconv.ParseInt: parsing "x": invalid syntax'],
  ['gracePeriodSeconds=1x', 'strconv.ParseInt: parsing "1x": invalid syntax'],
  ['gracePeriodSeconds=x1', 'strconv.ParseInt: parsing "x1": invalid syntax'],
  [
    'dryRun=Some',
    'DeleteOptions.meta.k8s.io "" is invalid: dryRun: Unsupported value: ["Some"]: supported values: "All"',
  ],
  [
    'propagationPolicy=Other',
    'DeleteOptions.meta.k8s.io "" is invalid: propagationPolicy: Unsupported value: "Other": supported values: "Foreground", "Background", "Orphan", "nil"',
  ],
  [
    'propagationPolicy=Orphan&orphanDependents=true',
    'DeleteOptions.meta.k8s.io "" is invalid: propagationPolicy: Invalid value: "Orphan": orphanDependents and deletionPropagation cannot be both set',
  ],
];

const ask = (query: string) =>
  deleteOptions({ method: 'DELETE', path: '/', query: new Map(new URLSearchParams(query)) }, catalog);

it.each(read)('reads %j', (query, options) => {
  const nothing = {
    kind: 'options',
    dryRun: false,
    gracePeriodSeconds: undefined,
    orphanDependents: undefined,
    propagationPolicy: undefined,
    uid: undefined,
    resourceVersion: undefined,
    hasPreconditions: false,
    ignoresReadErrors: false,
  };
  expect(ask(query)).toEqual({ ...nothing, ...options });
});

it.each(refused)('refuses %j', (query, message) => {
  const answer = ask(query);
  expect(answer.kind === 'refused' && isMap(answer.body) && answer.body.get('message')).toBe(message);
});

/** Bodies of a DELETE, and what a kube-apiserver v1.36.3 says of them; undefined where it takes them for options. */
const bodies: readonly (readonly [body: unknown, message: string | undefined])[] = [
  [null, undefined],
  [{}, undefined],
  [{ apiVersion: '', kind: '' }, undefined],
  [{ apiVersion: 'v1', kind: 'DeleteOptions', nope: 1 }, undefined],
  [{ apiVersion: 'nope/v9', kind: 'DeleteOptions' }, undefined],
  [
    { apiVersion: 'v1', kind: 'ConfigMap' },
    'no kind "ConfigMap" is registered for version "v1" in scheme "pkg/runtime/scheme.go:111"',
  ],
  [
    { kind: 'ConfigMap' },
    'no kind "ConfigMap" is registered for version "meta.k8s.io/v1" in scheme "pkg/runtime/scheme.go:111"',
  ],
  [
    { apiVersion: 'v1', kind: 'ListOptions' },
    'no kind "ListOptions" is registered for version "v1" in scheme "pkg/runtime/scheme.go:111"',
  ],
  [{ apiVersion: 'apps/v1', kind: 'Status' }, 'converting (v1.Status) to (v1.DeleteOptions): unknown conversion'],
  [{ apiVersion: 'meta.k8s.io/v1', kind: 'Table' }, 'converting (v1.Table) to (v1.DeleteOptions): unknown conversion'],
  [{ apiVersion: 'a/b/c', kind: 'DeleteOptions' }, 'unexpected GroupVersion string: a/b/c'],
  [
    { apiVersion: 1 },
    "couldn't get version/kind; json parse error: json: cannot unmarshal number into Go struct field .apiVersion of type string",
  ],
  [
    'x',
    'couldn\'t get version/kind; json parse error: json: cannot unmarshal string into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }',
  ],
  [
    { gracePeriodSeconds: 'x' },
    'json: cannot unmarshal string into Go struct field DeleteOptions.gracePeriodSeconds of type int64',
  ],
  [
    { preconditions: { uid: 1 } },
    'json: cannot unmarshal number into Go struct field Preconditions.preconditions.uid of type types.UID',
  ],
  [{ dryRun: [1] }, 'json: cannot unmarshal number into Go struct field DeleteOptions.dryRun of type string'],
  [
    { propagationPolicy: 3 },
    'json: cannot unmarshal number into Go struct field DeleteOptions.propagationPolicy of type v1.DeletionPropagation',
  ],
];

it.each(bodies)('reads the body %j', (body, message) => {
  const answer = deleteOptions(withBody({ kind: 'value', value: valueFromPlain(body), duplicates: [] }), catalog);
  const said = answer.kind === 'refused' && isMap(answer.body) ? answer.body.get('message') : undefined;
  expect(said).toBe(message);
});

it('says of a body that cannot be read what is wrong with it', () => {
  const malformed = { kind: 'malformed', message: "invalid character 'x' looking for beginning of value" } as const;
  expect(deleteOptions(withBody(malformed), catalog)).toMatchObject({ code: 400 });
  const other = deleteOptions({ ...withBody(malformed), contentType: 'text/plain' }, catalog);
  expect(other).toMatchObject({ code: 415 });
});

function withBody(body: DecodedBody): ApiRequest {
  return { method: 'DELETE', path: '/', query: new Map(), contentType: 'application/json', body };
}
