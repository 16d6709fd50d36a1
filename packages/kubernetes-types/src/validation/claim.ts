import { sortedKeys, type Value, type ValueMap } from '@managed-fields/merge-engine';
import { amountOf, compareAmounts } from './amount.ts';
import { type Errors, forbidden, forbiddenChange, inVersions, invalid, notSupported, required } from './errors.ts';
import { at, child, type Field } from './field-path.ts';
import { labelSelector } from './label-selector.ts';
import { dns1123Label, dns1123Subdomain } from './names.ts';
import { has, list, pointer, struct, structAt, text, textMap, texts, withAt, withFieldOf } from './object.ts';
import { type MetadataRules, metadataErrors, metadataUpdateErrors } from './object-meta.ts';
import { isNative, resourceAmount } from './resources.ts';
import { isGiven, isOneOf, isPositiveAmount, isQualified, isReadableAmount, named } from './scalars.ts';
import { sameAt, sameMeaning } from './semantic.ts';
import { shown } from './shown.ts';

/** The ways in which volumes can be used, in the server's order. */
export const accessModes = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'];

const metadataRules: MetadataRules = { namespaced: true, name: dns1123Subdomain };

/**
 * Complaints about the spec of a volume claim. `anyGroup`: it may name an invalid group, because it did so before.
 * Upstream: k8s.io/kubernetes pkg/apis/core/validation/validation.go ValidatePersistentVolumeClaimSpec.
 */
export function claimSpec(spec: ValueMap, field: Field, anyGroup = false): Errors {
  const modes = texts(spec, 'accessModes');
  const storage = amountOf(structAt(spec, 'resources', 'requests').get('storage'));
  const storageField = at(child(field, 'resources'), 'storage');
  const className = text(spec, 'storageClassName');
  const attributes = text(spec, 'volumeAttributesClassName');
  const source = pointer(spec, 'dataSource');
  const reference = pointer(spec, 'dataSourceRef');
  return [
    ...(modes.length === 0 ? [required(child(field, 'accessModes'), 'at least 1 access mode is required')] : []),
    ...labelSelector(pointer(spec, 'selector'), child(field, 'selector')),
    ...accessModeErrors(modes, child(field, 'accessModes')),
    ...storageErrors(storage, storageField),
    ...(className === '' ? [] : named(dns1123Subdomain, className, child(field, 'storageClassName'))),
    ...(has(spec, 'volumeMode')
      ? isOneOf(text(spec, 'volumeMode'), ['Block', 'Filesystem'], child(field, 'volumeMode'))
      : []),
    ...(source === undefined ? [] : dataSource(source, child(field, 'dataSource'), anyGroup)),
    ...(reference === undefined ? [] : dataSource(reference, child(field, 'dataSourceRef'), anyGroup)),
    ...(source !== undefined && reference !== undefined ? bothSources(source, reference, field) : []),
    ...(attributes === '' ? [] : named(dns1123Subdomain, attributes, child(field, 'volumeAttributesClassName'))),
  ];
}

function storageErrors(storage: ReturnType<typeof amountOf>, field: Field): Errors {
  if (storage === undefined) return [required(field)];
  const errors = isPositiveAmount(storage, field);
  return errors.length > 0 ? errors : resourceAmount('storage', storage, field);
}

/** Complaints about access modes that do not exist or do not go together. */
export function accessModeErrors(modes: readonly string[], field: Field): Errors {
  const alone = modes.includes('ReadWriteOncePod');
  const others = modes.some((mode) => mode !== 'ReadWriteOncePod' && accessModes.includes(mode));
  return [
    ...modes.flatMap((mode) => (accessModes.includes(mode) ? [] : [notSupported(field, mode, accessModes)])),
    ...(alone && others ? [forbidden(field, 'may not use ReadWriteOncePod with other access modes')] : []),
  ];
}

function dataSource(source: ValueMap, field: Field, anyGroup: boolean): Errors {
  const group = text(source, 'apiGroup');
  const kind = text(source, 'kind');
  const namespace = text(source, 'namespace');
  const words = "must be 'PersistentVolumeClaim' when referencing the default apiGroup";
  return [
    ...isGiven(source, 'name', field),
    ...isGiven(source, 'kind', field),
    ...(group === '' && kind !== 'PersistentVolumeClaim' ? [invalid(field, kind, words)] : []),
    ...(group === '' || anyGroup ? [] : named(dns1123Subdomain, group, child(field, 'apiGroup'))),
    ...(namespace === '' ? [] : named(dns1123Label, namespace, child(field, 'namespace'))),
  ];
}

function bothSources(source: ValueMap, reference: ValueMap, field: Field): Errors {
  // The server shows the place of the field where its value was meant.
  const place = shown('*field.Path', new Map([['name', 'dataSource']]));
  if (text(reference, 'namespace') !== '') {
    return [invalid(field, place, 'may not be specified when dataSourceRef.namespace is specified')];
  }
  // An empty group is another one than none.
  const same =
    source.get('apiGroup') === reference.get('apiGroup') &&
    ['kind', 'name'].every((name) => text(source, name) === text(reference, name));
  return same ? [] : [invalid(field, place, 'must match dataSourceRef')];
}

/** Complaints about a new claim. */
export function claimErrors(claim: ValueMap): Errors {
  return [...metadataErrors(claim, metadataRules), ...claimSpec(struct(claim, 'spec'), 'spec')];
}

const classAnnotation = 'volume.beta.kubernetes.io/storage-class';

/** Complaints about a changed claim. Upstream: ValidatePersistentVolumeClaimUpdate. */
export function claimUpdateErrors(claim: ValueMap, old: ValueMap): Errors {
  const bound = text(struct(claim, 'status'), 'phase') === 'Bound';
  const size = amountOf(storageOf(struct(claim, 'spec'))) ?? zero;
  const oldSize = amountOf(storageOf(struct(old, 'spec'))) ?? zero;
  const capacity = amountOf(structAt(old, 'status', 'capacity').get('storage')) ?? zero;
  const tooSmall = compareAmounts(size, oldSize) < 0 && compareAmounts(size, capacity) <= 0;
  const anyGroup = ['dataSource', 'dataSourceRef'].some((name) => has(structAt(old, 'spec', name), 'apiGroup'));
  const own = [...metadataErrors(claim, metadataRules), ...claimSpec(struct(claim, 'spec'), 'spec', anyGroup)];
  return [
    // The server looked at the whole claim twice.
    ...inVersions({ until: 'v1.34' }, own),
    ...metadataUpdateErrors(claim, old),
    ...own,
    ...specChangeErrors(claim, old, bound),
    ...(tooSmall ? [forbidden('spec.resources.requests.storage', 'field can not be less than status.capacity')] : []),
    ...(sameAt(claim, old, 'spec', 'volumeMode')
      ? []
      : [invalid('volumeMode', struct(claim, 'spec').get('volumeMode') ?? null, 'field is immutable')]),
    ...attributesChange(struct(claim, 'spec'), old),
  ];
}

const zero = { amount: { unscaled: 0n, scale: 0 }, format: 'DecimalSI' } as const;

function storageOf(spec: ValueMap): Value | undefined {
  return structAt(spec, 'resources', 'requests').get('storage');
}

function specChangeErrors(claim: ValueMap, old: ValueMap, bound: boolean): Errors {
  let spec = struct(claim, 'spec');
  let before = struct(old, 'spec');
  if (text(before, 'volumeName') === '') before = withFieldOf(before, spec, 'volumeName');
  const errors: Errors[number][] = [];
  const annotation = text(structAt(claim, 'metadata', 'annotations'), classAnnotation);
  const oldAnnotations = structAt(old, 'metadata', 'annotations');
  const oldAnnotation = text(oldAnnotations, classAnnotation);
  const annotated = oldAnnotations.has(classAnnotation);
  const newClass = has(before, 'storageClassName') ? undefined : spec.get('storageClassName');
  if (annotated && newClass === oldAnnotation && (annotation === '' || annotation === oldAnnotation)) {
    spec = withFieldOf(spec, before, 'storageClassName');
  } else {
    if (annotation !== oldAnnotation) {
      errors.push(invalid(`metadata.annotations.${classAnnotation}`, annotation, 'field is immutable'));
    }
    if (typeof newClass === 'string' && (!annotated || newClass === oldAnnotation)) {
      spec = withFieldOf(spec, before, 'storageClassName');
    }
  }
  if (bound) {
    const storage = storageOf(before);
    if (storage !== undefined && has(struct(spec, 'resources'), 'requests')) {
      spec = withAt(spec, ['resources', 'requests', 'storage'], storage);
    }
    spec = withFieldOf(spec, before, 'volumeAttributesClassName');
  }
  if (sameMeaning(spec, before)) return errors;
  const words =
    'spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims';
  return [...errors, forbiddenChange('spec', words, { type: 'core.PersistentVolumeClaimSpec', before, after: spec })];
}

function attributesChange(spec: ValueMap, old: ValueMap): Errors {
  const name = 'volumeAttributesClassName';
  if (sameMeaning(spec.get(name), struct(old, 'spec').get(name))) return [];
  if (!has(struct(old, 'status'), 'currentVolumeAttributesClassName')) return [];
  const to = !has(spec, name) ? 'nil' : text(spec, name) === '' ? 'empty string' : undefined;
  if (to === undefined) return [];
  const words = `update to ${to} is forbidden when status.currentVolumeAttributesClassName is not nil`;
  return [forbidden(child('spec', name), words)];
}

/** Complaints about a claim whose status changes. Upstream: ValidatePersistentVolumeClaimStatusUpdate. */
export function claimStatusErrors(claim: ValueMap, old: ValueMap): Errors {
  const modes = list(struct(claim, 'spec'), 'accessModes');
  return [
    ...metadataUpdateErrors(claim, old),
    ...(modes.length === 0 ? [required('Spec.accessModes')] : []),
    ...amountErrors(struct(claim, 'status'), 'capacity'),
    ...resizeErrors(struct(claim, 'status')),
    ...amountErrors(struct(claim, 'status'), 'allocatedResources', isResizable),
  ];
}

function amountErrors(status: ValueMap, name: string, nameCheck?: typeof isResizable): Errors {
  const field = child('status', name);
  return sortedKeys(struct(status, name)).flatMap((key) => {
    const wrong = nameCheck?.(key, field) ?? [];
    const amount = amountOf(struct(status, name).get(key));
    if (wrong.length > 0 || amount === undefined || compareAmounts(amount, zero) >= 0) return wrong;
    return isReadableAmount(amount, at(field, key));
  });
}

/**
 * Complaints about a resource that cannot be resized; of Kubernetes' own resources only storage can.
 * Upstream: validatePersistentVolumeClaimResourceKey.
 */
function isResizable(key: string, field: Field): Errors {
  const errors = isQualified(key, field);
  if (errors.length > 0 || !isNative(key) || key === 'storage') return errors;
  return [notSupported(field, key, ['storage'])];
}

const resizes = [
  'ControllerResizeInProgress',
  'ControllerResizeInfeasible',
  'NodeResizeInProgress',
  'NodeResizeInfeasible',
  'NodeResizePending',
];

/** Complaints about the states of a resize. Where a state is wrong the server shows the resource. */
function resizeErrors(status: ValueMap): Errors {
  return [
    ...inVersions({ until: 'v1.33' }, resizeErrorsAt('status.allocatedResourceStatus', status)),
    ...inVersions({ from: 'v1.34' }, resizeErrorsAt('status.allocatedResourceStatuses', status)),
  ];
}

function resizeErrorsAt(field: Field, status: ValueMap): Errors {
  return [...textMap(status, 'allocatedResourceStatuses')].flatMap(([key, state]) => [
    ...isResizable(key, field),
    ...(resizes.includes(state) ? [] : [notSupported(field, shown('core.ResourceName', key), resizes)]),
  ]);
}
