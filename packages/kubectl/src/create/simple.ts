import { fail } from '../failure.ts';
import type { Flags } from '../flags.ts';
import { labelSelectorOf, resourceListOf } from '../written-lists.ts';
import { type Generator, objectOf } from './generator.ts';

const text = (name: string, value = '') => ({ name, type: 'string', default: value }) as const;

/** `kubectl create namespace`. Upstream: k8s.io/kubectl pkg/cmd/create/create_namespace.go. */
export const namespaceGenerator: Generator = {
  name: 'namespace',
  flags: [],
  generate: (_session, _flags, name) => (name === '' ? nameless() : objectOf('v1', 'Namespace', name)),
};

/** `kubectl create serviceaccount`. Upstream: create_serviceaccount.go. */
export const serviceAccountGenerator: Generator = {
  name: 'serviceaccount',
  flags: [],
  failed: 'failed to create serviceaccount:',
  generate: (_session, _flags, name) => (name === '' ? nameless() : objectOf('v1', 'ServiceAccount', name)),
};

/** `kubectl create quota`. Upstream: create_quota.go. */
export const quotaGenerator: Generator = {
  name: 'quota',
  flags: [text('hard'), text('scopes')],
  failed: 'failed to create quota:',
  generate(_session, flags, name) {
    if (name === '') return nameless();
    const hard = resourceListOf(flags.text('hard'));
    if ('kind' in hard) return hard;
    const scopes = flags.text('scopes') === '' ? [] : flags.text('scopes').split(',');
    if (scopes.includes('')) return fail('invalid resource quota scope ""');
    return objectOf('v1', 'ResourceQuota', name, { spec: { hard: Object.fromEntries(hard.list), scopes } });
  },
};

/** `kubectl create poddisruptionbudget`. Upstream: create_pdb.go. */
export const podDisruptionBudgetGenerator: Generator = {
  name: 'poddisruptionbudget',
  flags: [text('max-unavailable'), text('min-available'), text('selector')],
  failed: 'failed to create poddisruptionbudgets:',
  generate(session, flags, name) {
    if (name === '') return nameless();
    const problem = budgetProblem(flags);
    if (problem !== undefined) return fail(problem);
    const selector = labelSelectorOf(flags.text('selector'), session.catalog);
    if ('kind' in selector) return selector;
    const [min, max] = [flags.text('min-available'), flags.text('max-unavailable')];
    const limit = min === '' ? { maxUnavailable: intOrString(max) } : { minAvailable: intOrString(min) };
    return objectOf('policy/v1', 'PodDisruptionBudget', name, { spec: { ...limit, selector: selector.fields } });
  },
};

function budgetProblem(flags: Flags): string | undefined {
  const [min, max] = [flags.text('min-available'), flags.text('max-unavailable')];
  if (flags.text('selector') === '') return 'a selector must be specified';
  if (max === '' && min === '') return 'one of min-available or max-unavailable must be specified';
  if (max !== '' && min !== '') return 'min-available and max-unavailable cannot be both specified';
  const isAmount = (amount: string) => /^[0-9]+%?$/.test(amount);
  if (min !== '' && !isAmount(min)) return 'invalid format specified for min-available';
  return max !== '' && !isAmount(max) ? 'invalid format specified for max-unavailable' : undefined;
}

/** `kubectl create priorityclass`. Upstream: create_priorityclass.go. */
export const priorityClassGenerator: Generator = {
  name: 'priorityclass',
  flags: [
    text('description'),
    { name: 'global-default', type: 'bool' },
    text('preemption-policy', 'PreemptLowerPriority'),
    { name: 'value', type: 'int32', default: '0' },
  ],
  failed: 'failed to create priorityclass:',
  generate: (_session, flags, name) =>
    objectOf('scheduling.k8s.io/v1', 'PriorityClass', name, {
      value: flags.number('value'),
      globalDefault: flags.truth('global-default'),
      description: flags.text('description'),
      preemptionPolicy: flags.text('preemption-policy'),
    }),
};

function nameless() {
  return fail('name must be specified');
}

/** The 32 bits that an integer ends with, as Go converts it. */
export function asInt32(value: bigint): number {
  return Number(BigInt.asIntN(32, value));
}

/** A number where a text is one that fits 32 bits, else the text. Upstream: apimachinery pkg/util/intstr Parse. */
export function intOrString(written: string): number | string {
  const number = /^[+-]?\d+$/.test(written) ? Number(written) : Number.NaN;
  return number >= -(2 ** 31) && number < 2 ** 31 ? number : written;
}
