import {
  type AdmissionAttributes,
  type AdmissionPlugin,
  type Admitted,
  forbiddenBy,
  objectAt,
  objectsOf,
  type Passed,
  type Refusal,
} from '@managed-fields/api-server';
import { metadataText, stringAt, type ValueMap, withEntry } from '@managed-fields/merge-engine';
import { isFor, specOf } from '../attributes.ts';

/** The classes that every server makes for itself. Upstream: pkg/apis/scheduling/v1/helpers.go SystemPriorityClasses. */
const systemClasses: ReadonlyMap<string, bigint> = new Map([
  ['system-node-critical', 2_000_001_000n],
  ['system-cluster-critical', 2_000_000_000n],
]);

/** The policy of a class that names none. */
const usualPolicy = 'PreemptLowerPriority';

interface PodPriority {
  readonly className: string;
  readonly value: bigint;
  readonly policy: string;
}

/**
 * Gives a Pod the number of its priority class, or of the default class, and lets one class alone be the default.
 * Upstream: plugin/pkg/admission/priority/admission.go.
 */
export const priority: AdmissionPlugin = {
  name: 'Priority',
  plain: false,
  admit(attributes) {
    const { operation, object } = attributes;
    if (object === undefined || !isFor(attributes, '', 'pods')) return undefined;
    return operation === 'CREATE' ? newPod(attributes, object) : changedPod(object, attributes.old);
  },
  validate(attributes) {
    return isFor(attributes, 'scheduling.k8s.io', 'priorityclasses') ? oneDefault(attributes) : undefined;
  },
};

function newPod(attributes: AdmissionAttributes, pod: ValueMap): Admitted | Refusal {
  const spec = specOf(pod);
  const found = priorityOf(attributes, stringAt(spec, 'priorityClassName') ?? '');
  if ('kind' in found) return found;
  const { className, value, policy } = found;
  const computed = 'priority admission controller computed';
  const sent = spec.get('priority');
  if (typeof sent === 'bigint' && sent !== value) {
    const why = `the integer value of priority (${sent}) must not be provided in pod spec; ${computed} ${value} from the given PriorityClass name`;
    return forbiddenBy(attributes, why);
  }
  const sentPolicy = stringAt(spec, 'preemptionPolicy');
  if (sentPolicy !== undefined && sentPolicy !== policy) {
    const why = `the string value of PreemptionPolicy (${sentPolicy}) must not be provided in pod spec; ${computed} ${policy} from the given PriorityClass name`;
    return forbiddenBy(attributes, why);
  }
  const filled = new Map(spec).set('priority', value).set('preemptionPolicy', policy);
  if (className !== '') filled.set('priorityClassName', className);
  return { kind: 'admitted', object: withEntry(pod, 'spec', filled) };
}

function priorityOf(attributes: AdmissionAttributes, name: string): PodPriority | Refusal {
  const { cluster } = attributes;
  if (name === '') {
    const standard = defaultClass(attributes);
    return standard === undefined
      ? { className: '', value: 0n, policy: usualPolicy }
      : priorityOfClass(metadataText(standard, 'name'), standard);
  }
  const own = objectAt(cluster, 'scheduling.k8s.io/v1', 'priorityclasses', '', name);
  if (own !== undefined) return priorityOfClass(name, own);
  const value = systemClasses.get(name);
  if (value !== undefined) return { className: name, value, policy: usualPolicy };
  return forbiddenBy(attributes, `no PriorityClass with name ${name} was found`);
}

function priorityOfClass(className: string, found: ValueMap): PodPriority {
  const value = found.get('value');
  return {
    className,
    value: typeof value === 'bigint' ? value : 0n,
    policy: stringAt(found, 'preemptionPolicy') ?? usualPolicy,
  };
}

/** The class that counts where none is named: of several, that of the lowest value. */
function defaultClass({ cluster }: AdmissionAttributes): ValueMap | undefined {
  const standard = objectsOf(cluster, 'scheduling.k8s.io/v1', 'priorityclasses').filter(
    (each) => each.get('globalDefault') === true,
  );
  const numberOf = (each: ValueMap) => priorityOfClass('', each).value;
  return standard.reduce<ValueMap | undefined>(
    (lowest, each) => (lowest === undefined || numberOf(each) < numberOf(lowest) ? each : lowest),
    undefined,
  );
}

/** Keeps what was set at creation where an update leaves it out; other changes are refused by validation. */
function changedPod(pod: ValueMap, old: ValueMap | undefined): Admitted {
  let spec = specOf(pod);
  for (const field of ['priority', 'preemptionPolicy']) {
    const before = specOf(old).get(field);
    if (!spec.has(field) && before !== undefined) spec = withEntry(spec, field, before);
  }
  return { kind: 'admitted', object: withEntry(pod, 'spec', spec) };
}

function oneDefault(attributes: AdmissionAttributes): Passed | Refusal | undefined {
  const { operation, object } = attributes;
  if (object?.get('globalDefault') !== true) return undefined;
  const standard = defaultClass(attributes);
  if (standard === undefined) return undefined;
  const name = metadataText(standard, 'name');
  if (operation === 'UPDATE' && name === metadataText(object, 'name')) return undefined;
  return forbiddenBy(attributes, `PriorityClass ${name} is already marked as default. Only one default can exist`);
}
