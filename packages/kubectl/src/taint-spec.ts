import { labelValue, qualifiedName } from '@managed-fields/api-server';
import { type Failure, fail } from './failure.ts';
import { partsOf } from './parts-of.ts';

/** A taint of a node, or what names one to remove. */
export interface Taint {
  readonly key: string;
  readonly value: string;
  readonly effect: string;
}

/** The taints to add and to remove. */
export interface TaintSpecs {
  readonly kind: 'taints';
  readonly added: readonly Taint[];
  readonly removed: readonly Taint[];
}

const effects = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];

/** Reads `key=value:effect`, and `key-` or `key:effect-`. Upstream: k8s.io/kubectl pkg/cmd/taint/utils.go parseTaints. */
export function taintSpecs(specs: readonly string[]): TaintSpecs | Failure {
  const added: Taint[] = [];
  const removed: Taint[] = [];
  for (const spec of specs) {
    const taint = taintOf(spec.endsWith('-') ? spec.slice(0, -1) : spec);
    if ('kind' in taint) return taint;
    if (spec.endsWith('-')) {
      removed.push({ ...taint, value: '' });
      continue;
    }
    if (taint.effect === '') return fail(`invalid taint spec: ${spec}`);
    const { key, value, effect } = taint;
    if (added.some((each) => sameTaint(each, taint))) {
      return fail(`duplicated taints with the same key and effect: {${key} ${value} ${effect} <nil>}`);
    }
    added.push(taint);
  }
  return { kind: 'taints', added, removed };
}

/** Whether two taints take the same place. Upstream: api core/v1/taint.go MatchTaint. */
export function sameTaint(a: Taint, b: Taint): boolean {
  return a.key === b.key && a.effect === b.effect;
}

function taintOf(spec: string): Taint | Failure {
  const [pair, effect, ...more] = partsOf(spec, ':');
  if (more.length > 0) return fail(`invalid taint spec: ${spec}`);
  if (effect === undefined) return withCheckedKey({ key: pair, value: '', effect: '' }, spec);
  if (!effects.includes(effect)) return fail(`invalid taint effect: ${effect}, unsupported taint effect`);
  const [key, value = '', ...rest] = partsOf(pair, '=');
  if (rest.length > 0) return fail(`invalid taint spec: ${spec}`);
  const problems = labelValue(value);
  if (problems.length > 0) return fail(`invalid taint spec: ${spec}, ${problems.join('; ')}`);
  return withCheckedKey({ key, value, effect }, spec);
}

function withCheckedKey(taint: Taint, spec: string): Taint | Failure {
  const problems = qualifiedName(taint.key);
  return problems.length > 0 ? fail(`invalid taint spec: ${spec}, ${problems.join('; ')}`) : taint;
}
