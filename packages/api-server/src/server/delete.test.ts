import { isMap } from '@managed-fields/merge-engine';
import { expect, it } from 'vitest';
import type { TypeCatalog } from '../catalog/catalog.ts';
import { deleteOptions } from './delete.ts';

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
  };
  expect(ask(query)).toEqual({ ...nothing, ...options });
});

it.each(refused)('refuses %j', (query, message) => {
  const answer = ask(query);
  expect(answer.kind === 'refused' && isMap(answer.body) && answer.body.get('message')).toBe(message);
});
