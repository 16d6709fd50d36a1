import type { ValueMap } from '@managed-fields/merge-engine';
import { declarative, type Errors, inVersions, invalid, notSupported, required, tooManyCharacters } from './errors.ts';
import { child, type Field } from './field-path.ts';
import { imageReferenceFault } from './image-reference.ts';
import { has, pointer, text } from './object.ts';

const longestReference = 1024;
const longestFile = 4096;
const baseTypes = ['Localhost', 'RuntimeDefault'];

/**
 * Complaints about the part of a seccomp profile that names one in an OCI registry, by `type: OCI`, which v1.38 brought.
 * Upstream: k8s.io/kubernetes pkg/apis/core/v1/zz_generated.validations.go Validate_SeccompProfile,
 * Validate_SecurityProfileOCI, and the functions for its fields beside it.
 */
export function ociProfileErrors(profile: ValueMap, field: Field): Errors {
  const place = child(field, 'oci');
  const oci = pointer(profile, 'oci');
  const member = memberErrors(oci !== undefined, text(profile, 'type'), 'OCI', place);
  const errors = oci === undefined ? member : [...member, ...referenceErrors(text(oci, 'ref'), child(place, 'ref'))];
  const base = oci && pointer(oci, 'baseProfile');
  const all = base === undefined ? errors : [...errors, ...baseErrors(base, child(place, 'baseProfile'))];
  return inVersions({ from: 'v1.38' }, declarative('v1.38', all));
}

/** Whether a member of a union is there just where its type says so. Upstream: apimachinery validate.DiscriminatedUnion. */
function memberErrors(isSet: boolean, type: string, own: string, field: Field): Errors {
  if (isSet === (type === own)) return [];
  return [invalid(field, '', `${isSet ? 'may only' : 'must'} be specified when \`type\` is "${own}"`)];
}

function referenceErrors(reference: string, field: Field): Errors {
  if (reference === '') return [required(field)];
  if ([...reference].length > longestReference) return [tooManyCharacters(field, longestReference)];
  const fault = imageReferenceFault(reference);
  return fault === undefined ? [] : [invalid(field, reference, fault)];
}

function baseErrors(base: ValueMap, field: Field): Errors {
  const type = text(base, 'type');
  const file = child(field, 'localhostProfile');
  const isSet = has(base, 'localhostProfile');
  const typeField = child(field, 'type');
  const typed = type === '' ? [required(typeField)] : [notSupported(typeField, type, baseTypes)];
  return [
    ...memberErrors(isSet, type, 'Localhost', file),
    ...(baseTypes.includes(type) ? [] : typed),
    ...(isSet ? fileErrors(text(base, 'localhostProfile'), file) : []),
  ];
}

function fileErrors(path: string, field: Field): Errors {
  if (path === '') return [required(field, 'must not be empty')];
  if ([...path].length > longestFile) return [tooManyCharacters(field, longestFile)];
  return [
    ...(path.startsWith('/') ? [invalid(field, path, 'must be a relative path')] : []),
    ...(path.split('/').includes('..') ? [invalid(field, path, "must not contain '..'")] : []),
  ];
}
