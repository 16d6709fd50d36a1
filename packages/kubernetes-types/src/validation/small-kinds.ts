import type { ValueMap } from '@managed-fields/merge-engine';
import {
  declarative,
  declaredFrom,
  duplicate,
  type Errors,
  forbidden,
  immutableUnshown,
  inVersions,
  invalid,
  notSupported,
  otherFrom,
  required,
} from './errors.ts';
import { at } from './field-path.ts';
import { labels } from './label-selector.ts';
import { dns1123Label, dns1123Subdomain, inBytes, qualifiedName } from './names.ts';
import { count, flag, has, number, pointer, struct, structs, text } from './object.ts';
import { metadataErrors, metadataUpdateErrors } from './object-meta.ts';
import { resourceRequirements } from './resources.ts';
import { isGivenOneOf, named } from './scalars.ts';
import { tolerations } from './scheduling.ts';
import { sameAt } from './semantic.ts';
import { shown } from './shown.ts';

/** Complaints about a new ServiceAccount. Upstream: k8s.io/kubernetes pkg/apis/core/validation/validation.go. */
export function accountErrors(account: ValueMap): Errors {
  return metadataErrors(account, { namespaced: true, name: dns1123Subdomain });
}

/** Complaints about a changed ServiceAccount. */
export function accountUpdateErrors(account: ValueMap, old: ValueMap): Errors {
  return [...metadataUpdateErrors(account, old), ...accountErrors(account)];
}

/** Complaints about a new Lease. Upstream: k8s.io/kubernetes pkg/apis/coordination/validation/validation.go. */
export function leaseErrors(lease: ValueMap): Errors {
  return [
    ...metadataErrors(lease, { namespaced: true, name: dns1123Subdomain, plainFinalizers: true }),
    ...leaseSpec(struct(lease, 'spec')),
  ];
}

/** Complaints about a changed Lease. */
export function leaseUpdateErrors(lease: ValueMap, old: ValueMap): Errors {
  return [...metadataUpdateErrors(lease, old, { plainFinalizers: true }), ...leaseSpec(struct(lease, 'spec'))];
}

function leaseSpec(spec: ValueMap): Errors {
  const seconds = count(spec, 'leaseDurationSeconds');
  const transitions = count(spec, 'leaseTransitions');
  const strategy = text(spec, 'strategy');
  const holder = text(spec, 'preferredHolder') !== '' && strategy === '';
  return [
    ...(seconds !== undefined && seconds <= 0
      ? [invalid('spec.leaseDurationSeconds', BigInt(seconds), 'must be greater than 0')]
      : []),
    ...(transitions !== undefined && transitions < 0
      ? [invalid('spec.leaseTransitions', BigInt(transitions), 'must be greater than or equal to 0')]
      : []),
    ...(has(spec, 'strategy') ? leaseStrategy(strategy) : []),
    ...(holder ? [forbidden('spec.preferredHolder', 'may only be specified if `strategy` is defined')] : []),
  ];
}

function leaseStrategy(strategy: string): Errors {
  const field = 'spec.strategy.strategy';
  if (strategy.includes('/')) return named(qualifiedName, strategy, field);
  return strategy === 'OldestEmulationVersion' ? [] : [notSupported(field, strategy, ['OldestEmulationVersion'])];
}

const systemPrefix = 'system-';
const systemClasses = new Map([
  ['system-node-critical', 2_000_001_000],
  ['system-cluster-critical', 2_000_000_000],
]);
const highestPriority = 1_000_000_000;

/** Complaints about a new PriorityClass. Upstream: k8s.io/kubernetes pkg/apis/scheduling/validation/validation.go. */
export function priorityClassErrors(priority: ValueMap): Errors {
  const name = text(struct(priority, 'metadata'), 'name');
  const value = number(priority, 'value');
  const errors = [...metadataErrors(priority, { namespaced: false, name: dns1123Subdomain })];
  if (name.startsWith(systemPrefix)) {
    const fault = systemClassFault(name, value, flag(priority, 'globalDefault') === true);
    const words = `priority class names with '${systemPrefix}' prefix are reserved for system use only. error: ${fault}`;
    if (fault !== undefined) errors.push(forbidden('metadata.name', words));
  } else if (value > highestPriority) {
    errors.push(forbidden('value', `maximum allowed value of a user defined priority is ${highestPriority}`));
  }
  if (!has(priority, 'preemptionPolicy')) return errors;
  const policies = ['PreemptLowerPriority', 'Never'];
  return [...errors, ...isGivenOneOf(text(priority, 'preemptionPolicy'), policies, 'preemptionPolicy')];
}

/** Upstream: IsKnownSystemPriorityClass. */
function systemClassFault(name: string, value: number, isDefault: boolean): string | undefined {
  const expected = systemClasses.get(name);
  if (expected === undefined) return `${name} is not a known system priority class`;
  if (value !== expected) return `value of ${name} PriorityClass must be ${expected}`;
  return isDefault ? `globalDefault of ${name} PriorityClass must be false` : undefined;
}

/** Complaints about a changed PriorityClass. */
export function priorityClassUpdateErrors(priority: ValueMap, old: ValueMap): Errors {
  const policy = 'preemptionPolicy';
  return [
    ...metadataUpdateErrors(priority, old),
    ...(number(priority, 'value') === number(old, 'value')
      ? []
      : otherFrom(
          'v1.38',
          [forbidden('value', 'may not be changed in an update.')],
          [invalid('value', BigInt(number(priority, 'value')), 'field is immutable')],
        )),
    ...(sameAt(priority, old, policy) ? [] : [invalid(policy, priority.get(policy) ?? null, 'field is immutable')]),
  ];
}

/** Complaints about the name of a handler. From v1.37 on declarative validation checks it, which counts bytes. */
function handlerErrors(handler: string): Errors {
  const label = named(dns1123Label, handler, 'handler');
  if (handler === '') {
    return [
      ...inVersions({ until: 'v1.35' }, label),
      ...declarative('v1.37', inVersions({ from: 'v1.36' }, [required('handler')])),
    ];
  }
  return declaredFrom('v1.37', label, named(inBytes(dns1123Label), handler, 'handler'));
}

/** Complaints about a new RuntimeClass. Upstream: k8s.io/kubernetes pkg/apis/node/validation/validation.go. */
export function runtimeClassErrors(runtime: ValueMap): Errors {
  return runtimeErrors(runtime, handlerErrors(text(runtime, 'handler')));
}

function runtimeErrors(runtime: ValueMap, handler: Errors): Errors {
  const overhead = pointer(runtime, 'overhead');
  const scheduling = pointer(runtime, 'scheduling');
  return [
    ...metadataErrors(runtime, { namespaced: false, name: dns1123Subdomain, plainFinalizers: true }),
    ...handler,
    ...(overhead === undefined
      ? []
      : resourceRequirements(new Map([['limits', struct(overhead, 'podFixed')]]), 'overhead', [])),
    ...(scheduling === undefined
      ? []
      : [
          ...labels(scheduling, 'nodeSelector', 'scheduling'),
          // The path was doubled once.
          ...inVersions({ until: 'v1.34' }, tolerations(scheduling, 'scheduling.tolerations')),
          ...inVersions({ from: 'v1.35' }, tolerations(scheduling, 'scheduling')),
          ...repeatedTolerations(scheduling),
        ]),
  ];
}

function repeatedTolerations(scheduling: ValueMap): Errors {
  const seen = new Set<string>();
  return structs(scheduling, 'tolerations').flatMap((toleration, i) => {
    const key = JSON.stringify(['key', 'operator', 'value', 'effect'].map((name) => text(toleration, name)));
    if (seen.has(key)) return [duplicate(at('scheduling.tolerations', i), shown('core.Toleration', toleration))];
    seen.add(key);
    return [];
  });
}

/** Complaints about a changed RuntimeClass. */
export function runtimeClassUpdateErrors(runtime: ValueMap, old: ValueMap): Errors {
  const handler = text(runtime, 'handler');
  const metadata = metadataUpdateErrors(runtime, old, { plainFinalizers: true });
  if (handler === text(old, 'handler')) return [...runtimeClassErrors(runtime), ...metadata];
  // Declarative validation only says that it changed.
  const asked = [
    ...inVersions({ until: 'v1.36' }, handlerErrors(handler)),
    ...inVersions({ from: 'v1.37', until: 'v1.37' }, handler === '' ? [] : named(dns1123Label, handler, 'handler')),
  ];
  const change = [
    ...immutableUnshown('v1.37', 'handler', handler),
    ...declarative('v1.37', inVersions({ from: 'v1.37' }, handler === '' ? [required('handler')] : [])),
  ];
  return [
    // What is declared is found in the order of the fields.
    ...inVersions({ from: 'v1.38' }, change),
    ...runtimeErrors(runtime, asked),
    ...metadata,
    ...inVersions({ until: 'v1.37' }, change),
  ];
}
