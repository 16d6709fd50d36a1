import type { ValueMap } from '../value/value.ts';
import type { Atom } from './atom.ts';

/** What surrounds a version's schema. */
export interface StructuralOptions {
  /** The CRD's `spec.preserveUnknownFields`; false when absent. */
  readonly preserveUnknownFields?: boolean;
  /** The type of metadata; the built-in ObjectMeta when absent. */
  readonly objectMeta?: Atom;
}

/**
 * The type by which fields of a custom resource are owned: the version's `openAPIV3Schema` with apiVersion, kind and
 * metadata added as the server adds them. Without a schema everything is deduced.
 * Upstream: apiextensions-apiserver pkg/controller/openapi/builder/builder.go buildKubeNative, then kube-openapi
 * pkg/schemaconv/openapi.go.
 */
export function typeFromStructuralSchema(_schema: ValueMap | undefined, _options: StructuralOptions = {}): Atom {
  throw new Error('not yet');
}
