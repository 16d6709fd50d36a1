import { formatJson, isList, isMap, parseJson, type Value, type ValueMap } from '@managed-fields/merge-engine';
import { decodeObject } from '../codec/decode.ts';
import type { GoField, GoStruct, GoType } from '../codec/go-types.ts';

/** The annotations that hold what has no field in autoscaling/v1. */
export const annotations = {
  metrics: 'autoscaling.alpha.kubernetes.io/metrics',
  currentMetrics: 'autoscaling.alpha.kubernetes.io/current-metrics',
  conditions: 'autoscaling.alpha.kubernetes.io/conditions',
  behavior: 'autoscaling.alpha.kubernetes.io/behavior',
} as const;

const dropped: ReadonlySet<string> = new Set([
  ...Object.values(annotations),
  'autoscaling.alpha.kubernetes.io/scale-down-tolerance',
  'autoscaling.alpha.kubernetes.io/scale-up-tolerance',
]);

/** Metadata without the annotations that carry fields. Upstream: pkg/apis/autoscaling/helpers.go. */
export function withoutCarried(metadata: ValueMap): ValueMap {
  const all = metadata.get('annotations');
  if (!isMap(all) || ![...all.keys()].some((name) => dropped.has(name))) return metadata;
  const rest = new Map([...all].filter(([name]) => !dropped.has(name)));
  const copy = new Map(metadata);
  if (rest.size > 0) copy.set('annotations', rest);
  else copy.delete('annotations');
  return copy;
}

/**
 * The parts of an autoscaler that annotations hold: by the types of autoscaling/v1, but behavior by the server's own
 * type.
 */
export type Carried = keyof typeof annotations;

/** Writes the text of an annotation. Upstream: pkg/apis/autoscaling/v1/conversion.go, by encoding/json. */
export function writeCarried(carried: Carried, value: Value, selector: GoStruct): string {
  const wrapped = decodeObject(new Map([['value', value]]), wrapperOf(carried, selector), 'json', { storage: 'json' });
  if (wrapped.kind === 'error') throw new Error(wrapped.message);
  return formatJson(wrapped.object.get('value') ?? null);
}

/** Reads the text of an annotation; undefined where it does not decode, which the server ignores. */
export function readCarried(carried: Carried, text: string, selector: GoStruct): Value | undefined {
  const parsed = parseJson(text);
  if (parsed.kind === 'error') return undefined;
  const wrapper = wrapperOf(carried, selector);
  const folded = foldKeys(new Map([['value', parsed.value]]), wrapper);
  const read = isMap(folded) ? decodeObject(folded, wrapper, 'json', { storage: 'json' }) : undefined;
  return read?.kind === 'decoded' ? read.object.get('value') : undefined;
}

/** Renames fields to the names of the type: encoding/json, unlike the server's own decoder, ignores case. */
function foldKeys(value: Value, type: GoType): Value {
  if (type.kind === 'slice' && isList(value)) return value.map((item) => foldKeys(item, type.element));
  if (type.kind !== 'struct' || !isMap(value)) return value;
  const byFolded = new Map([...type.fields.values()].map((field) => [field.name.toLowerCase(), field]));
  return new Map(
    [...value].map(([name, item]): [string, Value] => {
      const field = type.fields.get(name) ?? byFolded.get(name.toLowerCase());
      return field === undefined ? [name, item] : [field.name, foldKeys(item, field.type)];
    }),
  );
}

function wrapperOf(carried: Carried, selector: GoStruct): GoStruct {
  return struct({ value: { type: typeOf(carried, selector), pointer: carried === 'behavior' } });
}

function typeOf(carried: Carried, selector: GoStruct): GoType {
  switch (carried) {
    case 'metrics':
      return sliceOf(metricSpec(selector));
    case 'currentMetrics':
      return sliceOf(metricStatus(selector));
    case 'conditions':
      return sliceOf(condition);
    case 'behavior':
      return behavior;
  }
}

type Fields = Readonly<
  Record<string, { readonly type: GoType; readonly pointer?: boolean; readonly omitEmpty?: boolean }>
>;

const bare = { omitZero: false, embedded: [], patchStrategies: [], patchMergeKey: '' } as const;

function struct(fields: Fields): GoStruct {
  const entries = Object.entries(fields).map(([name, { type, pointer = false, omitEmpty = false }]) => {
    const field: GoField = { ...bare, name, type, pointer, omitEmpty };
    return [name, field] as const;
  });
  return { kind: 'struct', name: '', fields: new Map(entries) };
}

function sliceOf(element: GoType): GoType {
  return { kind: 'slice', name: '', element };
}

const string = { kind: 'string', name: 'string' } as const;
const int64 = { kind: 'int', bits: 64, name: 'int64' } as const;
const int32 = { kind: 'int', bits: 32, name: 'int32' } as const;
const quantity = { kind: 'custom', name: 'resource.Quantity', encoding: { kind: 'quantity' } } as const;
const time = { kind: 'custom', name: 'v1.Time', encoding: { kind: 'time' } } as const;

/** A field that is always written. */
function plain<Type extends GoType>(type: Type) {
  return { type };
}

/** A pointer that is left out where it is nil. */
function optional<Type extends GoType>(type: Type) {
  return { type, pointer: true, omitEmpty: true };
}

const reference = struct({ kind: plain(string), name: plain(string), apiVersion: { type: string, omitEmpty: true } });

function metricSpec(selector: GoStruct): GoStruct {
  const resource = {
    name: plain(string),
    targetAverageUtilization: optional(int32),
    targetAverageValue: optional(quantity),
  };
  return struct({
    type: plain(string),
    object: optional(
      struct({
        target: plain(reference),
        metricName: plain(string),
        targetValue: plain(quantity),
        selector: optional(selector),
        averageValue: optional(quantity),
      }),
    ),
    pods: optional(
      struct({ metricName: plain(string), targetAverageValue: plain(quantity), selector: optional(selector) }),
    ),
    resource: optional(struct(resource)),
    containerResource: optional(struct({ ...resource, container: plain(string) })),
    external: optional(
      struct({
        metricName: plain(string),
        metricSelector: optional(selector),
        targetValue: optional(quantity),
        targetAverageValue: optional(quantity),
      }),
    ),
  });
}

// Beside metricSpec, because upstream's types are two, whose fields have other names, order and pointers.
function metricStatus(selector: GoStruct): GoStruct {
  const resource = {
    name: plain(string),
    currentAverageUtilization: optional(int32),
    currentAverageValue: plain(quantity),
  };
  return struct({
    type: plain(string),
    object: optional(
      struct({
        target: plain(reference),
        metricName: plain(string),
        currentValue: plain(quantity),
        selector: optional(selector),
        averageValue: optional(quantity),
      }),
    ),
    pods: optional(
      struct({ metricName: plain(string), currentAverageValue: plain(quantity), selector: optional(selector) }),
    ),
    resource: optional(struct(resource)),
    containerResource: optional(struct({ ...resource, container: plain(string) })),
    external: optional(
      struct({
        metricName: plain(string),
        metricSelector: optional(selector),
        currentValue: plain(quantity),
        currentAverageValue: optional(quantity),
      }),
    ),
  });
}

const condition = struct({
  type: plain(string),
  status: plain(string),
  lastTransitionTime: plain(time),
  reason: { type: string, omitEmpty: true },
  message: { type: string, omitEmpty: true },
  observedGeneration: optional(int64),
});

const scalingRules = struct({
  StabilizationWindowSeconds: { type: int32, pointer: true },
  SelectPolicy: { type: string, pointer: true },
  Policies: plain(sliceOf(struct({ Type: plain(string), Value: plain(int32), PeriodSeconds: plain(int32) }))),
  Tolerance: { type: quantity, pointer: true },
});

const behavior = struct({
  ScaleUp: { type: scalingRules, pointer: true },
  ScaleDown: { type: scalingRules, pointer: true },
});
