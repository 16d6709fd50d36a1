import { isList, isMap, type Value, type ValueMap } from '@managed-fields/merge-engine';
import { declaredFrom, type Errors, inVersions, invalid, required } from './errors.ts';
import { at, child, type Field } from './field-path.ts';
import { operatorErrors } from './label-selector.ts';
import { labelValue } from './names.ts';
import { list, pointer, struct, structs, text, texts } from './object.ts';
import { isQualified, named } from './scalars.ts';
import { type Shown, shown } from './shown.ts';

/*
 * Questions whether somebody may do something.
 * Upstream: k8s.io/kubernetes pkg/apis/authorization/validation/validation.go.
 */

/** Complaints about a SubjectAccessReview. */
export function subjectReviewErrors(review: ValueMap): Errors {
  return [...subjectSpecErrors(struct(review, 'spec')), ...bareMetadataErrors(review, false)];
}

/** Complaints about a SelfSubjectAccessReview. */
export function selfReviewErrors(review: ValueMap): Errors {
  const spec = struct(review, 'spec');
  return [...attributesErrors(spec), ...resourceErrors(spec), ...bareMetadataErrors(review, false)];
}

/** Complaints about a LocalSubjectAccessReview. */
export function localReviewErrors(review: ValueMap): Errors {
  const spec = struct(review, 'spec');
  const [resource, other] = [pointer(spec, 'resourceAttributes'), pointer(spec, 'nonResourceAttributes')];
  const namespace = text(resource, 'namespace');
  const isElsewhere = resource !== undefined && namespace !== text(struct(review, 'metadata'), 'namespace');
  return [
    ...subjectSpecErrors(spec),
    ...bareMetadataErrors(review, true),
    ...(isElsewhere ? [invalid('spec.resourceAttributes.namespace', namespace, 'must match metadata.namespace')] : []),
    ...(other === undefined
      ? []
      : [invalid('spec.nonResourceAttributes', shownPath(other), 'disallowed on this kind of request')]),
  ];
}

function subjectSpecErrors(spec: ValueMap): Errors {
  const nobody = text(spec, 'user') === '' && list(spec, 'groups').length === 0;
  return [
    ...attributesErrors(spec),
    ...(nobody ? [invalid('spec.user', '', 'at least one of user or group must be specified')] : []),
    ...resourceErrors(spec),
  ];
}

function shownPath(attributes: ValueMap | undefined): Shown {
  return shown('*authorization.NonResourceAttributes', attributes);
}

/** Upstream: ValidateSubjectAccessReviewSpec. */
function attributesErrors(spec: ValueMap): Errors {
  const [resource, path] = [pointer(spec, 'resourceAttributes'), pointer(spec, 'nonResourceAttributes')];
  if ((resource === undefined) !== (path === undefined)) return [];
  const words = 'exactly one of nonResourceAttributes or resourceAttributes must be specified';
  const former =
    resource === undefined
      ? invalid('spec.resourceAttributes', shownPath(path), words)
      : invalid(
          'spec.nonResourceAttributes',
          shownPath(path),
          'cannot be specified in combination with resourceAttributes',
        );
  const kinds = ['resourceAttributes', 'nonResourceAttributes'];
  const named = kinds.map((name) => `\`${name}\``).join(', ');
  const none = invalid('spec', '', `must specify one of: ${named}`);
  const both = invalid('spec', `{${kinds.join(', ')}}`, `must specify exactly one of: ${named}`);
  return [
    ...inVersions({ until: 'v1.36' }, [former]),
    ...inVersions({ from: 'v1.37', until: 'v1.37' }, [invalid('spec', shownPath(path), words)]),
    ...declaredFrom('v1.38', [], [resource === undefined ? none : both]),
  ];
}

/** Upstream: validateResourceAttributes. */
function resourceErrors(spec: ValueMap): Errors {
  const resource = pointer(spec, 'resourceAttributes');
  const field = 'spec.resourceAttributes';
  return [
    ...selectorErrors(pointer(resource, 'fieldSelector'), child(field, 'fieldSelector'), fieldRequirementErrors),
    ...selectorErrors(pointer(resource, 'labelSelector'), child(field, 'labelSelector'), labelRequirementErrors),
  ];
}

function selectorErrors(
  selector: ValueMap | undefined,
  field: Field,
  check: (requirement: ValueMap, field: Field) => Errors,
): Errors {
  if (selector === undefined) return [];
  const raw = text(selector, 'rawSelector');
  const requirements = structs(selector, 'requirements');
  const [both, none] = [raw !== '' && requirements.length > 0, raw === '' && requirements.length === 0];
  return [
    ...(both ? [invalid(child(field, 'rawSelector'), raw, 'may not specified at the same time as requirements')] : []),
    ...(none
      ? [required(child(field, 'requirements'), `when ${field} is specified, requirements or rawSelector is required`)]
      : []),
    ...requirements.flatMap((requirement, i) => check(requirement, at(child(field, 'requirements'), i))),
  ];
}

/** Upstream: k8s.io/apimachinery pkg/apis/meta/v1/validation/validation.go ValidateFieldSelectorRequirement. */
function fieldRequirementErrors(requirement: ValueMap, field: Field): Errors {
  return [
    ...(text(requirement, 'key') === '' ? [required(child(field, 'key'), 'must be specified')] : []),
    ...knownOperatorErrors(requirement, field),
  ];
}

/** Upstream: ValidateLabelSelectorRequirement. */
function labelRequirementErrors(requirement: ValueMap, field: Field): Errors {
  return [
    ...knownOperatorErrors(requirement, field),
    ...isQualified(text(requirement, 'key'), child(field, 'key')),
    ...texts(requirement, 'values').flatMap((value, i) => named(labelValue, value, at(child(field, 'values'), i))),
  ];
}

const operators = ['In', 'NotIn', 'Exists', 'DoesNotExist'];

/** Operators that the server does not know may be known to whoever asks. */
function knownOperatorErrors(requirement: ValueMap, field: Field): Errors {
  const operator = text(requirement, 'operator');
  if (!operators.includes(operator)) return [];
  return operatorErrors(operator, list(requirement, 'values').length, requirement, field);
}

/** A review has no metadata but what the server itself sets: managedFields, and the namespace of a local one. */
function bareMetadataErrors(review: ValueMap, isLocal: boolean): Errors {
  const metadata = struct(review, 'metadata');
  const own = ['managedFields', ...(isLocal ? ['namespace'] : [])];
  if ([...metadata].every(([key, value]) => own.includes(key) || isZero(value))) return [];
  const words = isLocal ? 'must be empty except for namespace' : 'must be empty';
  return [invalid('metadata', shown('v1.ObjectMeta', metadata), words)];
}

function isZero(value: Value): boolean {
  if (isList(value)) return value.length === 0;
  return isMap(value) ? value.size === 0 : value === null || value === '' || value === 0n;
}
