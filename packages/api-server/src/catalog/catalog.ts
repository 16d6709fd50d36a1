import type {
  Converted,
  FieldError,
  Kind,
  KindVersion,
  PatchSchema,
  ValueMap,
  WrittenSchema,
} from '@managed-fields/merge-engine';

/**
 * What the server knows of kinds. Built-in kinds (package kubernetes-types) and installed
 * CustomResourceDefinitions fill the same interface, so the server has one path for both.
 */
export interface TypeCatalog {
  /** The resource under a group (empty for core), a version and a plural name; undefined where the server answers 404. */
  find(group: string, version: string, plural: string): ResourceVersion | undefined;
  /** The resource of a kind, as a client maps `apiVersion` and `kind` to a path. */
  findKind(apiVersion: string, kind: string): ResourceVersion | undefined;
  /**
   * Whether the server itself has kinds in a group (empty for core), so that a kind of it that is not found exists
   * nowhere. A custom resource may be of any other group, whatever its name ends in.
   */
  isBuiltinGroup(group: string): boolean;
  /** What clients may call the resources, each once, those that win an ambiguous name first. */
  names(): readonly ResourceNames[];
  /** The minor version of Kubernetes that the server is of: 36 for v1.36, which is meant where none is named. */
  readonly minor?: number;
  /**
   * Complaints in the words of the server's release, which may show what is in custom resources in another way than
   * what has a type. Absent: as they are.
   */
  worded?(errors: readonly FieldError[], custom?: boolean): readonly FieldError[];
}

/** What clients may call a resource. Upstream: apimachinery pkg/apis/meta/v1/types.go APIResource. */
export interface ResourceNames {
  readonly group: string;
  readonly plural: string;
  readonly singular: string;
  readonly kind: string;
  readonly shortNames: readonly string[];
  readonly namespaced: boolean;
  /** The version that is meant where none is named. */
  readonly preferredVersion: string;
}

/** A resource in all its served versions. */
export interface Resource extends Kind {
  readonly group: string;
  readonly plural: string;
  readonly singular: string;
  readonly namespaced: boolean;
  /** Versions by name; a custom resource also holds those that are declared but not served (`unserved`), for their entries in managedFields. */
  readonly versions: ReadonlyMap<string, ResourceVersion>;
  /** What the kind does by itself; it sees objects at the storage version (but see `ResourceVersion.strategy`). */
  readonly strategy: Strategy;
  /** API versions of the kind that the server can still read but serves no more, `apps/v1beta1`. */
  readonly formerVersions?: readonly string[];
  /**
   * What this kind lacks, so the page can say that the answer is incomplete; empty for a complete kind.
   * `conversion`: a conversion webhook.
   */
  readonly unmodelled: readonly ('defaults' | 'strategy' | 'validation' | 'conversion')[];
}

/** One served version of a resource. */
export interface ResourceVersion extends KindVersion {
  readonly resource: Resource;
  /** The schema as it was written, for those who explain it; absent where nobody wrote one. */
  readonly written?: WrittenSchema;
  /** Subresources that this version serves (`status`, `scale`, …). */
  readonly subresources: ReadonlyMap<string, Subresource>;
  /** How a strategic merge patch sees the kind; undefined where the server answers 415 (custom resources). */
  readonly patchType: PatchSchema | undefined;
  /** Declared but not served: requests get 404, entries of managedFields still convert. */
  readonly unserved?: true;
  /** The strategy for what is written through this version; it sees objects at this version. Absent: the resource's, at the storage version. */
  readonly strategy?: Strategy;
  /**
   * Reads a stored object at this version, as the server's storage codec does for custom resources: decode and default
   * at the version that it was stored in, convert, prune. Absent: `Resource.convert`.
   */
  fromStored?(stored: ValueMap): Converted;
  /** Writes an object of this version at the storage version, pruned by its schema. Absent: `Resource.convert`. */
  toStored?(object: ValueMap): Converted;
  /** Warnings that every request to this version carries, such as its deprecation. */
  readonly warnings?: readonly string[];
}

/** A subresource: status shares the object; scale shows its replica counts as autoscaling/v1 Scale. */
export type Subresource =
  | { readonly kind: 'status' }
  | { readonly kind: 'object' }
  | {
      readonly kind: 'scale';
      /** Paths of field names into the object: `['spec','replicas']`. */
      readonly specReplicas: readonly string[];
      readonly statusReplicas: readonly string[];
      /** For a CRD the path of a selector string; built-in kinds print their label selector. */
      readonly selector: readonly string[] | 'label-selector' | undefined;
    };

/**
 * What a kind does by itself to an object before it is stored, apart from defaults. Objects are at the storage
 * version, decoded and defaulted. Functions return new objects.
 * Upstream: k8s.io/kubernetes pkg/registry strategies; apiextensions-apiserver pkg/registry/customresource.
 */
export interface Strategy {
  /** Whether a PUT may create. */
  readonly allowCreateOnUpdate: boolean;
  /** Whether an update without metadata.resourceVersion is allowed. */
  readonly allowUnconditionalUpdate: boolean;
  /** `now` is the time of the request, RFC 3339. */
  prepareForCreate(object: ValueMap, now: string): ValueMap;
  prepareForUpdate(object: ValueMap, old: ValueMap, subresource: string, now: string): ValueMap;
  validateCreate(object: ValueMap): readonly FieldError[];
  validateUpdate(object: ValueMap, old: ValueMap, subresource: string): readonly FieldError[];
  /** Warnings that validation of an update gives, whether it refuses the object or not. */
  validationWarnings?(object: ValueMap, old: ValueMap, subresource: string): readonly string[];
  warningsOnCreate(object: ValueMap, sent: ValueMap): readonly string[];
  warningsOnUpdate(object: ValueMap, old: ValueMap, subresource: string): readonly string[];
  /** How DELETE treats the kind; absent: an object without finalizers goes at once, and the answer is a Status. */
  readonly deletion?: Deletion;
}

/** How a kind waits for its contents to go. Upstream: k8s.io/kubernetes pkg/registry/core/namespace/storage/storage.go Delete. */
export interface Emptied {
  /** The object once its end has begun at `now`; the server adds the time. */
  begin(object: ValueMap, now: string): ValueMap;
  /** The finalizer by which it waits; those of the garbage collector are then not looked at. */
  readonly finalizer?: string;
  /** Whether contents may be left, so that another delete changes nothing. */
  isBusy(object: ValueMap): boolean;
}

/**
 * What a kind does when it is deleted.
 * Upstream: k8s.io/apiserver pkg/registry/rest/delete.go, pkg/registry/generic/registry/store.go ReturnDeletedObject.
 */
export interface Deletion {
  /** The answer to a delete that removes the object is the object. */
  readonly returnsObject?: true;
  /** A request that says nothing about dependents orphans them, so that the finalizer `orphan` keeps the object. */
  readonly orphansDependents?: true;
  /** Warnings of a delete that says nothing about dependents. */
  readonly warnings?: readonly string[];
  /** The kind is emptied by a controller before it goes; absent for kinds without contents. */
  readonly emptied?: Emptied;
  /** The seconds that the object gets to end by itself, given those that the request names; undefined where it gets none. */
  gracePeriod?(object: ValueMap, requested: bigint | undefined): bigint | undefined;
}
