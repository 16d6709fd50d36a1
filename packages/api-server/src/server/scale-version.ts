import type { Decoded, DecodeSource } from '@managed-fields/merge-engine';
import {
  atomPatchSchema,
  compareStrings,
  goTypeName,
  isList,
  isMap,
  jsonTypeName,
  mapAt,
  mapFromPlain,
  textAt,
  typeFromStructuralSchema,
  type Value,
  type ValueMap,
  withEntry,
} from '@managed-fields/merge-engine';
import type { BuiltinResource, BuiltinVersion, Strategy } from '../catalog/catalog.ts';
import { objectMetaShape } from '../customresource/definition-shape.ts';
import { type GoStruct, type GoType, readAsGoStruct } from '../customresource/go-shape.ts';
import { readObjectMeta } from '../customresource/object-meta.ts';

function struct(name: string, fields: readonly (readonly [string, GoType])[]): GoType {
  return { kind: 'struct', struct: goStruct(name, fields) };
}

function goStruct(name: string, fields: readonly (readonly [string, GoType])[]): GoStruct {
  return { name, package: 'v1', fields: new Map(fields) };
}

const int32: GoType = { kind: 'int32' };
const text: GoType = { kind: 'string' };

/** Upstream: k8s.io/api autoscaling/v1 types.go Scale. */
const scaleShape = goStruct('Scale', [
  ['apiVersion', text],
  ['kind', text],
  ['metadata', { kind: 'struct', struct: objectMetaShape }],
  ['spec', struct('ScaleSpec', [['replicas', int32]])],
  [
    'status',
    struct('ScaleStatus', [
      ['replicas', int32],
      ['selector', text],
    ]),
  ],
]);

const replicas = { type: 'integer' };
const scaleSchema = mapFromPlain({
  type: 'object',
  properties: {
    spec: { type: 'object', properties: { replicas } },
    status: { type: 'object', properties: { replicas, selector: { type: 'string' } } },
  },
});

/** A Scale is written as the object that it is of, by the strategy of that. */
const noStrategy = {} as Strategy;

const resource: BuiltinResource = {
  group: 'autoscaling',
  plural: 'scales',
  singular: 'scale',
  kind: 'Scale',
  namespaced: true,
  origin: 'builtin',
  storageVersion: 'v1',
  versions: new Map(),
  unmodelled: [],
  convert: (object) => ({ kind: 'converted', object }),
};

/** The kind autoscaling/v1 Scale, as which bodies of every scale subresource are read and printed. */
export const scaleVersion: BuiltinVersion = {
  resource,
  version: 'v1',
  apiVersion: 'autoscaling/v1',
  served: true,
  type: typeFromStructuralSchema(scaleSchema),
  written: undefined,
  verbs: new Map(),
  subresources: new Map(),
  strategy: noStrategy,
  warnings: [],
  resetFields: () => undefined,
  decode: decodeScale,
  setDefaults: (object) => object,
  patchType: atomPatchSchema(typeFromStructuralSchema(scaleSchema)),
};

/**
 * Why an object is no Scale of a version of old, whose selector was a map; undefined where it is one.
 * Upstream: k8s.io/api extensions/v1beta1/types.go ScaleStatus.
 */
export function whyNoOldScale(object: ValueMap): string | undefined {
  const selector = mapAt(object, 'status')?.get('selector') ?? null;
  if (selector === null) return undefined;
  const [wrong, type] = isMap(selector)
    ? [[...selector.values()].find((value) => value !== null && typeof value !== 'string'), 'string']
    : [selector, 'map[string]string'];
  if (wrong === undefined) return undefined;
  return `json: cannot unmarshal ${jsonTypeName(wrong)} into Go struct field ScaleStatus.status.selector of type ${type}`;
}

/** A Scale of a version of old, of which nobody reads the selector. */
export const oldScale: BuiltinVersion = {
  ...scaleVersion,
  decode: (object, from) => decodeScale(withEntry(object, 'status', new Map()), from),
};

function decodeScale(sent: ValueMap, from: DecodeSource): Decoded {
  const converted = from === 'unstructured' ? fromUnstructured(sent) : { object: sent };
  if ('error' in converted) return { kind: 'error', message: converted.error };
  const { object } = converted;
  const { error, unknown } = readAsGoStruct(object, scaleShape);
  if (error !== undefined) return { kind: 'error', message: error };
  const metadata = readObjectMeta(object.get('metadata') ?? null);
  if (metadata.kind === 'error') return metadata;
  const spec = mapAt(object, 'spec');
  const status = mapAt(object, 'status');
  const scale = new Map<string, Value>([
    ['kind', textAt(object, 'kind')],
    ['apiVersion', textAt(object, 'apiVersion')],
    ['metadata', inStructOrder(metadata.metadata)],
    ['spec', nonZero([['replicas', spec?.get('replicas') ?? 0n]])],
    [
      'status',
      new Map<string, Value>([
        ['replicas', status?.get('replicas') ?? 0n],
        ...nonZero([['selector', textAt(status, 'selector')]]),
      ]),
    ],
  ]);
  const paths = from === 'unstructured' ? [...unknown].sort(compareStrings) : unknown;
  return { kind: 'decoded', object: scale, unknown: paths.map((path) => `unknown field "${path}"`) };
}

/**
 * A Scale whose numbers are of 32 bits, or why its spec or status does not convert.
 * Upstream: apimachinery pkg/runtime/converter.go fromUnstructured.
 */
function fromUnstructured(object: ValueMap): { readonly object: ValueMap } | { readonly error: string } {
  let converted = object;
  for (const part of ['spec', 'status']) {
    const fields = object.get(part) ?? null;
    if (fields === null) continue;
    if (!isMap(fields))
      return { error: `cannot restore struct from: ${isList(fields) ? 'slice' : goTypeName(fields)}` };
    const count = fields.get('replicas') ?? null;
    const error = whyNoInt32(count) ?? whyNoText(fields.get('selector') ?? null);
    if (error !== undefined) return { error };
    if (count === null) continue;
    const bits = BigInt.asIntN(32, BigInt(count as number | bigint));
    converted = withEntry(converted, part, withEntry(fields, 'replicas', bits));
  }
  return { object: converted };
}

function whyNoInt32(value: Value): string | undefined {
  if (value === null || typeof value === 'bigint' || Number.isInteger(value)) return undefined;
  return typeof value === 'number' ? 'cannot convert float64 to int32' : 'unrecognized type: int32';
}

function whyNoText(value: Value): string | undefined {
  if (value === null || typeof value === 'string') return undefined;
  return typeof value === 'bigint' ? 'cannot convert int64 to string' : 'unrecognized type: string';
}

/** Metadata in the order of its Go struct. */
function inStructOrder(metadata: ValueMap): ValueMap {
  return new Map(
    [...objectMetaShape.fields.keys()].flatMap((key) => (metadata.has(key) ? [[key, metadata.get(key) ?? null]] : [])),
  );
}

/** Removes zero values, as Go does with fields that have `omitempty`. */
function nonZero(pairs: readonly (readonly [string, Value])[]): ValueMap {
  return new Map(pairs.filter(([, value]) => value !== 0n && value !== ''));
}
