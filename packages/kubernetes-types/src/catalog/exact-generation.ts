import type { Strategy } from '@managed-fields/api-server';
import { formatJson, isMap, type Value, type ValueMap } from '@managed-fields/merge-engine';

/**
 * The fields whose change the strategy of a kind tells without taking empty for nil, so that setting an empty list
 * where none is stored counts as a change, again and again. By group and kind.
 * Upstream: k8s.io/kubernetes pkg/registry, the strategies that compare by reflect.DeepEqual.
 */
const exactFields: ReadonlyMap<string, string> = new Map([
  ['admissionregistration.k8s.io/MutatingWebhookConfiguration', 'webhooks'],
  ['admissionregistration.k8s.io/ValidatingWebhookConfiguration', 'webhooks'],
  ['networking.k8s.io/NetworkPolicy', 'spec'],
]);

/** The field of a kind whose generation counts exactly; undefined for most kinds. */
export function exactField(group: string, kind: string): string | undefined {
  return exactFields.get(`${group}/${kind}`);
}

/** A strategy whose updates count a generation also where nothing but empty lists became of nil. */
export function countingExactly(strategy: Strategy, field: string): Strategy {
  return {
    ...strategy,
    prepareForUpdate(object, old, subresource, now) {
      const next = strategy.prepareForUpdate(object, old, subresource, now);
      const before = generationOf(old);
      if (subresource !== '' || generationOf(next) !== before || text(next, field) === text(old, field)) return next;
      const metadata = next.get('metadata');
      const counted = new Map<string, Value>(isMap(metadata) ? metadata : []).set('generation', before + 1n);
      return new Map(next).set('metadata', counted);
    },
  };
}

function generationOf(object: ValueMap): bigint {
  const metadata = object.get('metadata');
  const generation = isMap(metadata) ? metadata.get('generation') : undefined;
  return typeof generation === 'bigint' ? generation : 0n;
}

function text(object: ValueMap, field: string): string {
  return formatJson(object.get(field) ?? null, { sortKeys: true });
}
