import { maskTrailingDash, objectMetaErrors, objectMetaUpdateErrors } from '@managed-fields/api-server';
import type { ValueMap } from '@managed-fields/merge-engine';
import { type Errors, invalid } from './errors.ts';
import { at, type Field } from './field-path.ts';
import { struct, texts } from './object.ts';
import { isQualified } from './scalars.ts';

/** The rules of a kind for its metadata: whether it has a namespace, and the grammar of its name. */
export interface MetadataRules {
  readonly namespaced: boolean;
  readonly name: (value: string, isPrefix: boolean) => readonly string[];
  /**
   * Set to false where a generated name is checked like a name. Absent: it is checked as a prefix, whose last dash
   * something follows.
   */
  readonly maskPrefix?: false;
  /** Set where a generated name is checked only when it is complete. */
  readonly anyPrefix?: true;
  /** Set for kinds outside of the core, which do not know Kubernetes' own finalizers. */
  readonly plainFinalizers?: true;
}

/**
 * Complaints about the metadata of a new object.
 * Upstream: k8s.io/kubernetes pkg/apis/core/validation/validation.go ValidateObjectMeta.
 */
export function metadataErrors(object: ValueMap, rules: MetadataRules): Errors {
  const metadata = struct(object, 'metadata');
  const name = (value: string, prefix: boolean) =>
    prefix && rules.anyPrefix === true
      ? []
      : rules.name(prefix && rules.maskPrefix !== false ? maskTrailingDash(value) : value, prefix);
  const errors = objectMetaErrors(metadata, { namespaced: rules.namespaced, name }, 'metadata');
  return rules.plainFinalizers ? errors : [...errors, ...finalizerErrors(metadata)];
}

/** Complaints about metadata that changed. Upstream: ValidateObjectMetaUpdate. */
export function metadataUpdateErrors(object: ValueMap, old: ValueMap, rules?: { plainFinalizers?: true }): Errors {
  const metadata = struct(object, 'metadata');
  const errors = objectMetaUpdateErrors(metadata, struct(old, 'metadata'), 'metadata');
  return rules?.plainFinalizers ? errors : [...errors, ...finalizerErrors(metadata)];
}

const standardFinalizers = ['kubernetes', 'orphan', 'foregroundDeletion'];

/**
 * Complaints about a finalizer without a domain that is not one of Kubernetes' own.
 * Upstream: validateKubeFinalizerName.
 */
function ownFinalizer(name: string, field: Field): Errors {
  if (name.includes('/') || standardFinalizers.includes(name)) return [];
  return [invalid(field, name, 'name is neither a standard finalizer name nor is it fully qualified')];
}

function finalizerErrors(metadata: ValueMap): Errors {
  return texts(metadata, 'finalizers').flatMap((name, i) => ownFinalizer(name, at('metadata.finalizers', i)));
}

/** Complaints about a finalizer, in any list of finalizers. Upstream: validateFinalizerName. */
export function finalizerName(name: string, field: Field): Errors {
  return [...isQualified(name, field), ...ownFinalizer(name, field)];
}
