import { objectMetaErrors, objectMetaUpdateErrors } from '@managed-fields/api-server';
import type { ValueMap } from '@managed-fields/merge-engine';
import { type Errors, invalid } from './errors.ts';
import { at, type Field } from './field-path.ts';
import { maskTrailingDash, type NameCheck } from './names.ts';
import { struct, texts } from './object.ts';
import { isQualified } from './scalars.ts';

/** What a kind asks of its metadata: where it lives, and how it is named. */
export interface MetadataRules {
  readonly namespaced: boolean;
  readonly name: NameCheck;
  /** A generated name is checked as a prefix, whose last dash is followed by something. Absent: as the name. */
  readonly maskPrefix?: false;
  /** A generated name is looked at when it is complete. */
  readonly anyPrefix?: true;
  /** Kinds outside of the core know nothing of Kubernetes' own finalizers. */
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
      : rules.name(prefix && rules.maskPrefix !== false ? maskTrailingDash(value) : value);
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

/** A finalizer without a domain is one of Kubernetes' own. Upstream: validateKubeFinalizerName. */
function ownFinalizer(name: string, field: Field): Errors {
  if (name.includes('/') || standardFinalizers.includes(name)) return [];
  return [invalid(field, name, 'name is neither a standard finalizer name nor is it fully qualified')];
}

function finalizerErrors(metadata: ValueMap): Errors {
  return texts(metadata, 'finalizers').flatMap((name, i) => ownFinalizer(name, at('metadata.finalizers', i)));
}

/** A finalizer anywhere. Upstream: validateFinalizerName. */
export function finalizerName(name: string, field: Field): Errors {
  return [...isQualified(name, field), ...ownFinalizer(name, field)];
}
