import { asObject, isArray, type Json, make } from './makers.ts';
import { type PlannedRequest, request, type Situation } from './request.ts';
import { jsonText } from './text.ts';
import { at } from './vary.ts';
import { labels } from './words.ts';

/** A write of managedFields by hand: emptied, renamed, thinned, or nonsense. */
export function resetOwners(at: Situation): PlannedRequest {
  const { chance, live } = at;
  const owners = valueAt(live, '/metadata/managedFields');
  const list = isArray(owners) ? owners : [];
  const value = chance.pick<Json>([
    [],
    [{}],
    null,
    list.slice(1),
    list.map((entry) => ({ ...asObject(entry), manager: 'erin' })),
    list.map((entry) => ({ ...asObject(entry), operation: chance.pick(['Apply', 'Update']) })),
    [
      ...list,
      {
        manager: 'erin',
        operation: 'Update',
        apiVersion: at.kind.apiVersion,
        fieldsType: 'FieldsV1',
        fieldsV1: { 'f:metadata': { 'f:labels': { 'f:a': {} } } },
      },
    ],
    [
      {
        manager: 'erin',
        operation: 'Apply',
        apiVersion: at.kind.apiVersion,
        fieldsType: 'FieldsV1',
        fieldsV1: { 'x:nonsense': {} },
      },
    ],
  ]);
  const extra = chance.once(3) ? { labels: make(chance, labels) ?? {} } : {};
  switch (chance.integer(3)) {
    case 0:
      return {
        ...request(at, 'PATCH', 'application/json-patch+json'),
        body: jsonText([{ op: 'replace', path: '/metadata/managedFields', value }]),
      };
    case 1: {
      const object = asObject(live) ?? {};
      const metadata = { ...asObject(object['metadata']), ...extra, managedFields: value };
      return { ...request(at, 'PUT', 'application/json'), body: jsonText({ ...object, metadata }) };
    }
    default:
      return {
        ...request(at, 'PATCH', 'application/merge-patch+json'),
        body: jsonText({ metadata: { ...extra, managedFields: value } }),
      };
  }
}

function valueAt(value: Json | undefined, pointer: string): Json | undefined {
  return value === undefined ? undefined : at(value, pointer);
}
