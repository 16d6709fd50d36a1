import type { Chance } from '../../../../conformance/chance.ts';
import { asObject, isArray, type Json } from '../makers.ts';

/** Lists of managedFields that few send: what is no entry, what names nothing, what owns what nobody may own. */
export function oddEntries(chance: Chance, apiVersion: string, live: Json | undefined): Json {
  const there = asObject(asObject(live)?.['metadata'])?.['managedFields'];
  const owners = isArray(there) ? there : [];
  const entry = {
    manager: 'odd',
    operation: 'Update',
    apiVersion,
    fieldsType: 'FieldsV1',
    fieldsV1: oddFields(chance),
  };
  const changed = { ...entry, ...chance.pick<{ readonly [key: string]: Json }>(oddParts) };
  return chance.pick<Json>([
    [null],
    [null, null],
    [{}, {}],
    [null, ...owners],
    [changed],
    [changed],
    [...owners, changed],
    [changed, { ...entry, manager: 'other', operation: 'Apply' }],
    owners.map((each) => ({ ...asObject(each), ...chance.pick<{ readonly [key: string]: Json }>(oddParts) })),
    'x',
    {},
    [[]],
    ['x'],
  ]);
}

const oddParts: readonly [{ readonly [key: string]: Json }, ...{ readonly [key: string]: Json }[]] = [
  {},
  { apiVersion: 'a/b/c' },
  { apiVersion: 'v9' },
  { apiVersion: '' },
  { operation: 'Apply' },
  { operation: 'apply' },
  { fieldsType: '' },
  { fieldsType: 'FieldsV2' },
  { manager: '' },
  { manager: 'x'.repeat(130) },
  { time: '2026-01-01T00:00:00.5Z' },
  { time: '2025-06-01T03:00:00+03:00' },
  { time: 'x' },
  { time: null },
  { time: 7 },
  { subresource: 'status' },
  { subresource: 'scale' },
  { subresource: 'none' },
  { unknown: 1 },
];

function oddFields(chance: Chance): Json {
  return chance.pick<Json>([
    { 'f:metadata': { 'f:labels': { 'f:a': {} } } },
    { 'f:metadata': { 'f:managedFields': {} } },
    { 'f:metadata': { 'f:managedFields': {}, 'f:labels': { '.': {}, 'f:a': {} } }, 'f:spec': {} },
    { 'f:metadata': { 'f:name': {}, 'f:uid': {}, 'f:generation': {}, 'f:resourceVersion': {} } },
    { 'f:apiVersion': {}, 'f:kind': {}, 'f:metadata': {} },
    { 'f:spec': { '.': {}, 'f:none': {} } },
    { 'f:status': { 'f:none': {} } },
    { 'f:metadata': { 'f:finalizers': { 'v:"x.io/f"': {} } } },
    { 'k:{"name":"x"}': {} },
    { 'i:0': {} },
    { 'x:nonsense': {} },
    {},
    null,
    [],
    'x',
    1,
  ]);
}
