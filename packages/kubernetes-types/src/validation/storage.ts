import type { Value, ValueMap } from '@managed-fields/merge-engine';
import { amountOf } from './amount.ts';
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
  tooLong,
} from './errors.ts';
import { at, child, type Field } from './field-path.ts';
import { labelSelector } from './label-selector.ts';
import { dns1123Subdomain } from './names.ts';
import { count, has, list, pointer, struct, structs, text, textMap, texts } from './object.ts';
import { metadataErrors, metadataUpdateErrors } from './object-meta.ts';
import { isNonnegativeAmount, isOneOf, isQualified, isSubdomain } from './scalars.ts';
import { sameAt } from './semantic.ts';
import { shown, shownSelector } from './shown.ts';

/*
 * StorageClasses, VolumeAttributesClasses, CSIStorageCapacities and CSIDrivers.
 * Upstream: k8s.io/kubernetes pkg/apis/storage/validation/validation.go.
 */

/** Complaints about a new StorageClass. */
export function storageClassErrors(storage: ValueMap): Errors {
  const provisioner = text(storage, 'provisioner');
  const policy = text(storage, 'reclaimPolicy');
  const bindings = ['Immediate', 'WaitForFirstConsumer'];
  return [
    ...metadataErrors(storage, { namespaced: false, name: dns1123Subdomain }),
    ...(provisioner === ''
      ? declarative('v1.37', [required('provisioner')])
      : isQualified(provisioner.toLowerCase(), 'provisioner')),
    ...parameters(storage),
    ...(policy === '' ? [] : isOneOf(policy, ['Delete', 'Retain'], 'reclaimPolicy')),
    ...(has(storage, 'volumeBindingMode')
      ? isOneOf(text(storage, 'volumeBindingMode'), bindings, 'volumeBindingMode')
      : [required('volumeBindingMode')]),
    ...topologies(storage),
  ];
}

const fixedFields = ['parameters', 'provisioner', 'reclaimPolicy', 'volumeBindingMode'];

/** Complaints about a changed StorageClass. */
export function storageClassUpdateErrors(storage: ValueMap, old: ValueMap): Errors {
  return [
    ...storageClassErrors(storage).flatMap((error) =>
      error.field === 'provisioner' && error.type === 'Required' ? inVersions({ until: 'v1.37' }, [error]) : [error],
    ),
    ...metadataUpdateErrors(storage, old),
    ...fixedFields.flatMap((name) => fixedField(storage, old, name)),
  ];
}

function fixedField(storage: ValueMap, old: ValueMap, name: string): Errors {
  const [error] = changed(storage, old, [name], name);
  if (error === undefined) return [];
  const complaints = immutableUnshown('v1.37', name, error.value as Value);
  if (name === 'volumeBindingMode') return complaints;
  return [
    ...inVersions({ until: 'v1.35' }, [forbidden(name, `updates to ${name} are forbidden.`)]),
    ...inVersions({ from: 'v1.36' }, complaints),
    ...(name === 'provisioner' && text(storage, name) === '' ? declaredFrom('v1.38', [], [required(name)]) : []),
  ];
}

function changed(object: ValueMap, old: ValueMap, path: readonly string[], field: Field, type?: string): Errors {
  if (sameAt(object, old, ...path)) return [];
  const value = path.reduce<Value | undefined>(
    (inner, name) => (inner instanceof Map ? inner.get(name) : undefined),
    object,
  );
  return [invalid(field, type === undefined ? (value ?? null) : shown(type, value), 'field is immutable')];
}

const mostParameters = 512;
const mostParameterBytes = 256 * 1024;

function parameters(storage: ValueMap): Errors {
  const given = [...textMap(storage, 'parameters')];
  if (given.length > mostParameters) return [tooLong('parameters', mostParameters)];
  const size = given.reduce((sum, [key, value]) => sum + key.length + value.length, 0);
  return [
    ...given.flatMap(([key]) => (key === '' ? [invalid('parameters', key, 'field can not be empty.')] : [])),
    ...(size > mostParameterBytes ? [tooLong('parameters', mostParameterBytes)] : []),
  ];
}

/** Upstream: ValidateTopologySelectorTerm. */
function topologies(storage: ValueMap): Errors {
  const terms = structs(storage, 'allowedTopologies');
  // The server compares with as many empty terms as there are terms as well.
  const seen: string[] = terms.map(() => '[]');
  return terms.flatMap((term, i) => {
    const field = child(at('allowedTopologies', i), 'matchLabelExpressions');
    const expressions = structs(term, 'matchLabelExpressions');
    const keys = expressions.map((expression) => text(expression, 'key'));
    const meaning = JSON.stringify(
      expressions
        .map((expression) => [text(expression, 'key'), [...new Set(texts(expression, 'values'))].sort()])
        .sort(),
    );
    const errors: Errors = [
      ...expressions.flatMap((expression, j) => [
        ...topologyValues(expression, at(field, j)),
        ...(keys.indexOf(keys[j] ?? '') < j ? [duplicate(child(at(field, j), 'key'), keys[j] ?? '')] : []),
      ]),
      ...seen.filter((other) => other === meaning).map(() => duplicate(field, '')),
    ];
    seen.push(meaning);
    return errors;
  });
}

function topologyValues(expression: ValueMap, field: Field): Errors {
  const values = texts(expression, 'values');
  return [
    ...(values.length === 0 ? [required(child(field, 'values'))] : []),
    ...values.flatMap((value, i) =>
      values.indexOf(value) < i ? [duplicate(at(child(field, 'values'), i), value)] : [],
    ),
    ...isQualified(text(expression, 'key'), child(field, 'key')),
  ];
}

/** Complaints about a new VolumeAttributesClass. */
export function attributesErrors(attributes: ValueMap): Errors {
  const driver = text(attributes, 'driverName');
  return [
    ...metadataErrors(attributes, { namespaced: false, name: dns1123Subdomain }),
    ...(driver === '' ? [required('driverName')] : isQualified(driver.toLowerCase(), 'driverName')),
    ...parameters(attributes),
    ...(textMap(attributes, 'parameters').size === 0
      ? [required('parameters', 'must contain at least one key/value pair')]
      : []),
  ];
}

/** Complaints about a changed VolumeAttributesClass; nothing of it may change. */
export function attributesUpdateErrors(attributes: ValueMap, old: ValueMap): Errors {
  return [
    ...metadataUpdateErrors(attributes, old),
    ...['driverName', 'parameters'].flatMap((name) =>
      sameAt(attributes, old, name) ? [] : [forbidden(name, `updates to ${name} are forbidden.`)],
    ),
    ...attributesErrors(attributes),
  ];
}

/** Complaints about a new CSIStorageCapacity. */
export function capacityErrors(capacity: ValueMap): Errors {
  const amount = amountOf(capacity.get('capacity'));
  return [
    ...metadataErrors(capacity, { namespaced: true, name: dns1123Subdomain }),
    ...labelSelector(pointer(capacity, 'nodeTopology'), 'nodeTopology'),
    ...className(text(capacity, 'storageClassName')),
    ...(amount === undefined ? [] : isNonnegativeAmount(amount, 'capacity')),
  ];
}

function className(name: string): Errors {
  const errors = isSubdomain(name, 'storageClassName');
  return name === '' ? otherFrom('v1.38', errors, [required('storageClassName')]) : errors;
}

/** Complaints about a changed CSIStorageCapacity; its class and topology never change. */
export function capacityUpdateErrors(capacity: ValueMap, old: ValueMap): Errors {
  const topology = shownSelector(pointer(capacity, 'nodeTopology'));
  const name = text(capacity, 'storageClassName');
  return [
    ...capacityErrors(capacity),
    ...metadataUpdateErrors(capacity, old),
    ...(sameAt(capacity, old, 'nodeTopology') ? [] : [invalid('nodeTopology', topology, 'field is immutable')]),
    ...(name === text(old, 'storageClassName') ? [] : [invalid('storageClassName', name, 'field is immutable')]),
  ];
}

/** Complaints about a new CSIDriver. */
export function driverErrors(driver: ValueMap): Errors {
  return [
    ...metadataErrors(driver, { namespaced: false, name: dns1123Subdomain }),
    ...driverSpec(struct(driver, 'spec')),
  ];
}

/** Complaints about a changed CSIDriver. */
export function driverUpdateErrors(driver: ValueMap, old: ValueMap): Errors {
  const attached = [driver, old, ['spec', 'attachRequired']] as const;
  const place = ['spec', 'volumeLifecycleModes'] as const;
  const modes = changed(driver, old, place, place.join('.'), '[]storage.VolumeLifecycleMode');
  return [
    ...metadataUpdateErrors(driver, old),
    ...driverSpec(struct(driver, 'spec')),
    ...otherFrom('v1.38', changed(...attached, 'spec.attachedRequired'), changed(...attached, 'spec.attachRequired')),
    ...declaredFrom(
      'v1.38',
      modes,
      modes.map((error) => ({ ...error, value: null })),
    ),
  ];
}

const modes = ['Persistent', 'Ephemeral'];
const groupPolicies = ['File', 'None', 'ReadWriteOnceWithFSType'];

function driverSpec(spec: ValueMap): Errors {
  const asked = (name: string, as = name): Errors => (has(spec, name) ? [] : [required(child('spec', as))]);
  const period = count(spec, 'nodeAllocatableUpdatePeriodSeconds');
  const lonely = has(spec, 'serviceAccountTokenInSecrets') && list(spec, 'tokenRequests').length === 0;
  return [
    ...asked('attachRequired', 'attachedRequired'),
    ...asked('podInfoOnMount'),
    ...asked('storageCapacity'),
    ...(has(spec, 'fsGroupPolicy') ? isOneOf(text(spec, 'fsGroupPolicy'), groupPolicies, 'spec.fsGroupPolicy') : []),
    ...tokens(spec),
    ...texts(spec, 'volumeLifecycleModes').flatMap((mode) =>
      modes.includes(mode) ? [] : [notSupported('spec.volumeLifecycleModes', mode, modes)],
    ),
    ...asked('seLinuxMount'),
    ...(period !== undefined && period < 10
      ? [
          invalid(
            'spec.nodeAllocatableUpdatePeriodSeconds',
            BigInt(period),
            'must be greater than or equal to 10 seconds',
          ),
        ]
      : []),
    ...(lonely
      ? [
          invalid(
            'spec.serviceAccountTokenInSecrets',
            spec.get('serviceAccountTokenInSecrets') ?? null,
            'serviceAccountTokenInSecrets is set but no tokenRequests are specified',
          ),
        ]
      : []),
  ];
}

function tokens(spec: ValueMap): Errors {
  const requests = structs(spec, 'tokenRequests');
  const audiences = requests.map((request) => text(request, 'audience'));
  return requests.flatMap((request, i) => {
    const place = at('spec.tokenRequests', i);
    const audience = audiences[i] ?? '';
    if (audiences.indexOf(audience) < i) return [duplicate(child(place, 'audience'), audience)];
    const seconds = count(request, 'expirationSeconds');
    if (seconds === undefined) return [];
    const lasting = child(place, 'expirationSeconds');
    if (seconds < 600) return [invalid(lasting, BigInt(seconds), 'may not specify a duration less than 10 minutes')];
    if (seconds <= 2 ** 32) return [];
    return [invalid(lasting, BigInt(seconds), 'may not specify a duration larger than 2^32 seconds')];
  });
}
