import { formatJson, isMap, parseJson, type ValueMap } from '@managed-fields/merge-engine';
import { describe, expect, it } from 'vitest';
import { data } from '../whole-data.ts';
import { decodeObject } from './decode.ts';
import faults from './decode-faults.cases.json' with { type: 'json' };
import { type GoStruct, goTypes } from './go-types.ts';

const types = goTypes(data, 'v1.36');

function kindType(kind: string): GoStruct {
  const definition = data.resources.resources.find((resource) => resource.kind === kind)?.definition;
  const type = types.struct(definition ?? '');
  if (type === undefined) throw new Error(`no kind ${kind}`);
  return type;
}

function parse(text: string): ValueMap {
  const parsed = parseJson(text);
  if (parsed.kind !== 'value' || !isMap(parsed.value)) throw new Error(`no object: ${text}`);
  return parsed.value;
}

function messageOf(kind: string, body: string, source: 'json' | 'unstructured'): string {
  const decoded = decodeObject(parse(body), kindType(kind), source, { storage: 'protobuf' });
  return decoded.kind === 'error' ? decoded.message : `strict decoding error: ${decoded.unknown.join(', ')}`;
}

describe('what a real server says to a body that does not fit', () => {
  it.each(faults.json.map((each) => [each.kind, each.body, each.message] as const))('%s %s', (kind, body, message) => {
    expect(messageOf(kind, body, 'json')).toBe(message);
  });
});

describe('what a real server says to a patched object that does not fit', () => {
  it.each(faults.unstructured.map((each) => [each.kind, each.body, each.message] as const))(
    '%s %s',
    (kind, body, message) => {
      expect(messageOf(kind, body, 'unstructured')).toBe(message);
    },
  );
});

describe('how an object is written again', () => {
  const cases: readonly (readonly [string, string, string, string])[] = [
    ['nothing set', 'ConfigMap', '{}', '{"metadata":{}}'],
    ['zeros that are left out', 'Deployment', '{"spec":{"paused":false,"minReadySeconds":0}}', empty('Deployment')],
    ['pointers that keep their zero', 'ConfigMap', '{"immutable":false}', '{"metadata":{},"immutable":false}'],
    ['pointers set to null', 'ConfigMap', '{"immutable":null}', '{"metadata":{}}'],
    ['empty lists and maps', 'ConfigMap', '{"data":{},"metadata":{"finalizers":[]}}', '{"metadata":{}}'],
    ['nil that is written', 'Role', '{}', '{"metadata":{},"rules":null}'],
    ['empty that is written', 'Role', '{"rules":[]}', '{"metadata":{},"rules":[]}'],
    ['null in a map of strings', 'ConfigMap', '{"data":{"a":null}}', '{"metadata":{},"data":{"a":""}}'],
    [
      'null in a list of strings',
      'ConfigMap',
      '{"metadata":{"finalizers":[null]}}',
      '{"metadata":{"finalizers":[""]}}',
    ],
    ['null in a list of structs', 'Endpoints', '{"subsets":[null]}', '{"metadata":{},"subsets":[{}]}'],
    ['maps by key', 'ConfigMap', '{"data":{"b":"","10":"","a":""}}', '{"metadata":{},"data":{"10":"","a":"","b":""}}'],
    [
      'fields in the order of the struct',
      'ConfigMap',
      '{"data":{"a":""},"kind":"ConfigMap","immutable":true}',
      '{"kind":"ConfigMap","metadata":{},"immutable":true,"data":{"a":""}}',
    ],
    [
      'quantities',
      'ResourceQuota',
      '{"spec":{"hard":{"cpu":0.5,"memory":"1024Mi","pods":null}}}',
      '{"metadata":{},"spec":{"hard":{"cpu":"500m","memory":"1Gi","pods":"0"}},"status":{}}',
    ],
    [
      'times',
      'Lease',
      '{"metadata":{"creationTimestamp":"2026-01-01T01:00:00+01:00"},"spec":{"renewTime":"2026-01-01T00:00:00.5Z"}}',
      'parsing time "2026-01-01T00:00:00.5Z" as "2006-01-02T15:04:05.000000Z07:00": cannot parse ".5Z" as ".000000"',
    ],
    ['a time that is unset', 'Lease', '{"metadata":{"creationTimestamp":null}}', '{"metadata":{},"spec":{}}'],
    [
      'base64',
      'Secret',
      '{"data":{"a":"YR==","b":null,"c":[104,105]}}',
      '{"metadata":{},"data":{"a":"YQ==","b":null,"c":"aGk="}}',
    ],
    [
      'raw JSON',
      'ControllerRevision',
      '{"data":{"b":1,"a":null},"revision":1}',
      '{"metadata":{},"data":{"b":1,"a":null},"revision":1}',
    ],
    ['unknown fields', 'ConfigMap', '{"date":{},"Data":{}}', '{"metadata":{}}'],
    [
      'whole floats',
      'CustomResourceDefinition',
      schema('"maximum":5.0,"minimum":0.5'),
      written('"maximum":5,"minimum":0.5'),
    ],
    [
      'schemas or something else',
      'CustomResourceDefinition',
      schema('"items":[],"additionalProperties":true,"enum":[1,null],"default":null'),
      written('"enum":[1,null],"items":null,"additionalProperties":true'),
    ],
  ];
  it.each(cases)('%s: %s', (_name, kind, body, text) => {
    const decoded = decodeObject(parse(body), kindType(kind), 'json', { storage: 'protobuf' });
    expect(decoded.kind === 'decoded' ? formatJson(decoded.object) : decoded.message).toBe(text);
  });
});

describe('what storage forgets', () => {
  const cases: readonly (readonly [string, string, 'protobuf' | 'json', string])[] = [
    ['Role', '{"rules":[{"verbs":[]}]}', 'protobuf', '{"metadata":{},"rules":[{"verbs":null}]}'],
    ['Role', '{"rules":[{"verbs":[]}]}', 'json', '{"metadata":{},"rules":[{"verbs":[]}]}'],
    ['Role', '{"rules":[]}', 'protobuf', '{"metadata":{},"rules":null}'],
    ['Secret', '{"data":{"a":null}}', 'protobuf', '{"metadata":{},"data":{"a":""}}'],
  ];
  it.each(cases)('%s %s in %s', (kind, body, storage, text) => {
    const decoded = decodeObject(parse(body), kindType(kind), 'storage', { storage });
    expect(decoded.kind === 'decoded' && formatJson(decoded.object)).toBe(text);
  });
});

describe('integers of unstructured objects', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['4294967297', '1'],
    ['2147483648', '-2147483648'],
    ['3.0', '3'],
    ['1e300', '0'],
  ];
  it.each(cases)('%s becomes %s', (text, number) => {
    const decoded = decodeObject(parse(`{"spec":{"replicas":${text}}}`), kindType('Deployment'), 'unstructured', {
      storage: 'protobuf',
    });
    expect(decoded.kind === 'decoded' && formatJson(decoded.object)).toContain(`"replicas":${number},`);
  });
});

function empty(kind: string): string {
  const decoded = decodeObject(new Map(), kindType(kind), 'json', { storage: 'protobuf' });
  return decoded.kind === 'decoded' ? formatJson(decoded.object) : '';
}

function schema(fields: string): string {
  return `{"spec":{"versions":[{"schema":{"openAPIV3Schema":{${fields}}}}]}}`;
}

function written(fields: string): string {
  const around = empty('CustomResourceDefinition');
  return around.replace(
    '"versions":null',
    `"versions":[{"name":"","served":false,"storage":false,"schema":{"openAPIV3Schema":{${fields}}}}]`,
  );
}
