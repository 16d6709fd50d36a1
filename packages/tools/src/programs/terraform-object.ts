import {
  bytesOfBase64,
  isMap,
  lossyText,
  mapAt,
  textOfUtf8,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { isZero, listOf, mapOfValue } from './terraform-difference.ts';
import type { Argument, Block } from './terraform-schema.ts';
import { expanded } from './terraform-struct.ts';

/** A manifest of a Secret as its configuration has it: texts, and what is no text in base64. */
export function plainSecret(manifest: ValueMap): ValueMap {
  const [plain, binary] = [new Map<string, Value>(), new Map<string, Value>()];
  for (const [key, value] of mapOfValue(manifest.get('data'))) {
    const text = textOf(String(value ?? ''));
    if (text === undefined) binary.set(key, value);
    else plain.set(key, text);
  }
  for (const [key, value] of mapOfValue(manifest.get('stringData'))) {
    plain.set(key, value);
    binary.delete(key);
  }
  const rest = [...manifest].filter(([key]) => key !== 'data' && key !== 'stringData');
  const hasData = manifest.has('data') || manifest.has('stringData');
  return new Map<string, Value>([
    ...rest,
    ...(hasData ? [['data', plain] as const] : []),
    ...(binary.size > 0 ? [['binary_data', binary] as const] : []),
  ]);
}

function textOf(encoded: string): string | undefined {
  const bytes = bytesOfBase64(encoded);
  return bytes === undefined ? undefined : textOfUtf8(bytes);
}

/** What a Secret's resource reads of its data: what is configured as binary stays in base64. */
export function readSecret(object: ValueMap, binaryKeys: readonly string[]): ReadonlyMap<string, Value> {
  const data = mapOfValue(object.get('data'));
  const texts = [...data].filter(([key]) => !binaryKeys.includes(key));
  const binary = binaryKeys.map((key): [string, Value] => [key, data.get(key) ?? '']);
  const plain = texts.map(([key, value]): [string, Value] => {
    const encoded = String(value ?? '');
    return [key, textOf(encoded) ?? lossyText(bytesOfBase64(encoded) ?? new Uint8Array())];
  });
  return new Map<string, Value>([
    ['data', new Map(plain)],
    ['binary_data', new Map(binary)],
  ]);
}

const alwaysSent: Readonly<Record<string, string>> = {
  kubernetes_stateful_set_v1: 'persistentVolumeClaimRetentionPolicy',
  kubernetes_horizontal_pod_autoscaler_v2: 'behavior',
};

/** The object that a resource sends. Upstream: the functions Create of kubernetes/resource_kubernetes_….go. */
export function objectOf(resource: string, planned: ValueMap, block: Block): ValueMap {
  const arguments_ = new Map<string, Argument>([...block].filter(([name]) => name !== 'metadata'));
  const metadata = block.get('metadata')?.block ?? new Map<string, Argument>();
  const object = new Map<string, Value>([
    ['metadata', expanded(metadata, mapOfValue(listOf(planned.get('metadata'))[0]))],
    ...expanded(arguments_, planned),
  ]);
  if (resource === 'kubernetes_secret_v1') {
    const [texts, binary] = [planned.get('data'), planned.get('binary_data')];
    object.delete('data');
    if (!isZero(texts)) object.set('stringData', mapOfValue(texts));
    if (!isZero(binary)) object.set('data', mapOfValue(binary));
  }
  // What is a pointer in the spec, and never nil.
  const always = Object.hasOwn(alwaysSent, resource) ? alwaysSent[resource] : undefined;
  if (always !== undefined) {
    object.set('spec', new Map<string, Value>([[always, new Map()], ...(mapAt(object, 'spec') ?? [])]));
  }
  if (resource === 'kubernetes_ingress_v1') {
    const spec = mapAt(object, 'spec') ?? new Map<string, Value>();
    const rules = listOf(spec.get('rules')).filter(isMap).map(withoutEmptyHttp);
    if (spec.has('rules')) object.set('spec', new Map(spec).set('rules', rules));
  }
  return object;
}

function withoutEmptyHttp(rule: ValueMap): ValueMap {
  const isEmpty = listOf(mapAt(rule, 'http')?.get('paths')).length === 0;
  return isEmpty ? new Map([...rule].filter(([key]) => key !== 'http')) : rule;
}
