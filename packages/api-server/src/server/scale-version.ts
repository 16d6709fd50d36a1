import type { Decoded } from '@managed-fields/merge-engine';
import {
  atomPatchSchema,
  goTypeName,
  isList,
  isMap,
  mapAt,
  stringAt,
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

const replicas = new Map([['type', 'integer']]);
const scaleSchema: ValueMap = new Map<string, Value>([
  ['type', 'object'],
  [
    'properties',
    new Map<string, Value>([
      [
        'spec',
        new Map<string, Value>([
          ['type', 'object'],
          ['properties', new Map([['replicas', replicas]])],
        ]),
      ],
      [
        'status',
        new Map<string, Value>([
          ['type', 'object'],
          [
            'properties',
            new Map([
              ['replicas', replicas],
              ['selector', new Map([['type', 'string']])],
            ]),
          ],
        ]),
      ],
    ]),
  ],
]);

const noStrategy: Strategy = {
  allowCreateOnUpdate: false,
  allowUnconditionalUpdate: true,
  prepareForCreate: (object) => object,
  prepareForUpdate: (object) => object,
  validateCreate: () => [],
  validateUpdate: () => [],
  warningsOnCreate: () => [],
  warningsOnUpdate: () => [],
};

const resource: BuiltinResource = {
  group: 'autoscaling',
  plural: 'scales',
  singular: 'scale',
  kind: 'Scale',
  namespaced: true,
  origin: 'builtin',
  storageVersion: 'v1',
  get versions() {
    return new Map([['v1', scaleVersion]]);
  },
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

function decodeScale(sent: ValueMap, from: 'json' | 'unstructured' | 'storage'): Decoded {
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
    ['kind', stringAt(object, 'kind') ?? ''],
    ['apiVersion', stringAt(object, 'apiVersion') ?? ''],
    ['metadata', inStructOrder(metadata.metadata)],
    ['spec', nonZero([['replicas', spec?.get('replicas') ?? 0n]])],
    [
      'status',
      new Map<string, Value>([
        ['replicas', status?.get('replicas') ?? 0n],
        ...nonZero([['selector', status?.get('selector') ?? '']]),
      ]),
    ],
  ]);
  return { kind: 'decoded', object: scale, unknown: unknown.map((path) => `unknown field "${path}"`) };
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
    const bits = BigInt.asIntN(32, typeof count === 'number' ? BigInt(count) : (count as bigint));
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

const metadataOrder = [
  ...['name', 'generateName', 'namespace', 'selfLink', 'uid', 'resourceVersion', 'generation', 'creationTimestamp'],
  ...['deletionTimestamp', 'deletionGracePeriodSeconds', 'labels', 'annotations', 'ownerReferences', 'finalizers'],
  'managedFields',
];

/** Metadata in the order of its Go struct. */
function inStructOrder(metadata: ValueMap): ValueMap {
  return new Map(metadataOrder.flatMap((key) => (metadata.has(key) ? [[key, metadata.get(key) ?? null]] : [])));
}

/** Removes zero values, as Go does with fields that have `omitempty`. */
function nonZero(pairs: readonly (readonly [string, Value])[]): ValueMap {
  return new Map(pairs.filter(([, value]) => value !== 0n && value !== ''));
}
