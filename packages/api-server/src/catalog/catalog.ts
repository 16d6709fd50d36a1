import type {
  Converted,
  FieldError,
  Kind,
  KindVersion,
  MergeLibrary,
  PatchSchema,
  ValueMap,
  WrittenSchema,
} from '@managed-fields/merge-engine';
import type { Decision, User, Wish } from './access.ts';

/**
 * The kinds that a server has. Built-in kinds (package kubernetes-types) and installed CustomResourceDefinitions
 * implement the same interface.
 */
export interface TypeCatalog {
  /** Finds a resource by group (empty for core), version and plural name; undefined where the server answers 404. */
  find(group: string, version: string, plural: string): ResourceVersion | undefined;
  /** Finds a resource by kind, as a client maps `apiVersion` and `kind` to a path. */
  findKind(apiVersion: string, kind: string): ResourceVersion | undefined;
  /**
   * Whether the server has built-in kinds in a group (empty for core). A kind of such a group that is not found does
   * not exist; a custom resource may be of any other group, whatever its suffix.
   */
  isBuiltinGroup(group: string): boolean;
  /** Lists the names of the resources, each resource once. Where a name is ambiguous, the first resource wins. */
  names(): readonly ResourceNames[];
  /** The minor version of Kubernetes of the server: 36 for v1.36, which is also the default. */
  readonly minor?: number;
  /** The patch level of its release: 1 of v1.36.1. Absent: that of the newest that is known. */
  readonly patch?: number;
  /** The release of structured-merge-diff that it was built with. Absent: that of the default version. */
  readonly mergeLibrary?: MergeLibrary;
  /**
   * Rewrites errors in the words of the server's release. Values in custom resources may be printed in another way than
   * values of Go types. Absent: errors stay as they are.
   */
  worded?(errors: readonly FieldError[], custom?: boolean): readonly FieldError[];
  /**
   * Decides whether somebody may do something, by the roles among the stored objects. Absent: everybody may do everything.
   */
  authorize?(wish: Wish, user: User, objects: Surroundings['objects']): Decision;
  /** All built-in resources and subresources at each version that is served, in the server's order. Absent: they are not known. */
  discovered?(): readonly DiscoveredResource[];
  /**
   * What Kubernetes says of one of its definitions and of its fields, by field; the definition itself under the empty name.
   * Absent: nothing is known.
   */
  described?(definition: string): Readonly<Record<string, string>>;
  /**
   * A CustomResourceDefinition made of what the server publishes of a kind, for a server whose own definition could not
   * be read. Absent, or undefined: there is none.
   */
  published?(apiVersion: string, kind: string): PublishedDefinition | undefined;
}

/** A definition made of what a server publishes, and the release of that server. */
export interface PublishedDefinition {
  readonly definition: ValueMap;
  readonly release: string;
}

/**
 * Where the schema of a kind comes from in a catalog that is made for one cluster. `document`: the OpenAPI document of its
 * group and version was `read`, was `missing`, or could not be read. Where it was not read, the schema is ours.
 */
export interface SchemaSource {
  /** The release of the cluster: `v1.38.1`. */
  readonly release: string;
  /** The known version that all other facts are of: `v1.37`. */
  readonly rules: string;
  /** Whether the release is of that version. */
  readonly isSame: boolean;
  readonly document: 'read' | 'missing' | 'unreadable';
}

/** A resource or subresource at one version, as discovery lists it. */
export interface DiscoveredResource {
  readonly group: string;
  readonly version: string;
  /** `deployments`, or `deployments/scale`. */
  readonly resource: string;
  readonly kind: string;
  readonly namespaced: boolean;
  readonly singular?: string;
  readonly shortNames?: readonly string[];
  /** The group and version of the kind of a subresource, where these are not those of the resource. */
  readonly subresourceOf?: { readonly group: string; readonly version: string };
  /** `create`, `get`, `watch`. */
  readonly verbs?: readonly string[];
}

/** The names of a resource. Upstream: apimachinery pkg/apis/meta/v1/types.go APIResource. */
export interface ResourceNames {
  readonly group: string;
  readonly plural: string;
  readonly singular: string;
  readonly kind: string;
  readonly shortNames: readonly string[];
  readonly namespaced: boolean;
  /** The version that clients use where they name none. */
  readonly preferredVersion: string;
  /** As discovery lists them: `create`, `get`, `watch`. */
  readonly verbs?: readonly string[];
  /** The words that stand for several resources, `all`. */
  readonly categories?: readonly string[];
}

/** A resource in all its versions. `origin` separates built-in from custom ones; `isCustom` does so for versions. */
export type Resource = BuiltinResource | CustomResource;

/** The group as whose objects those of a resource are stored, and by which messages name their kind. */
export function groupOfObjects(resource: Resource): string {
  return (resource.origin === 'builtin' ? resource.storageGroup : undefined) ?? resource.group;
}

/** Parts an apiVersion into its group, empty for the core one, and its version. */
export function groupAndVersion(apiVersion: string): readonly [group: string, version: string] {
  const slash = apiVersion.indexOf('/');
  return [apiVersion.slice(0, Math.max(slash, 0)), apiVersion.slice(slash + 1)];
}

/** A resource at one of its versions. */
export type ResourceVersion = BuiltinVersion | CustomVersion;

export interface ResourceFields extends Kind {
  readonly group: string;
  readonly plural: string;
  readonly singular: string;
  readonly namespaced: boolean;
  /**
   * The rules of this kind that are missing here, so that the page can say that an answer is incomplete.
   * `conversion`: a conversion webhook, which is not called.
   */
  readonly unmodelled: readonly ('defaults' | 'strategy' | 'validation' | 'conversion')[];
}

/** A resource of a kind that is compiled into the server. */
export interface BuiltinResource extends ResourceFields {
  readonly origin: 'builtin';
  /** The served versions by name, and, with a `storageGroup`, that at which objects are held. */
  readonly versions: ReadonlyMap<string, BuiltinVersion>;
  /** The group as whose objects its objects are stored, where that is another one. */
  readonly storageGroup?: string;
}

/** A resource that a CustomResourceDefinition declares. */
export interface CustomResource extends ResourceFields {
  readonly origin: 'custom';
  /** All declared versions by name. Those that are not served are there for their entries in managedFields. */
  readonly versions: ReadonlyMap<string, CustomVersion>;
}

export interface VersionFields extends KindVersion {
  /** Whether requests may name this version. Entries of managedFields are converted even where it is false. */
  readonly served: boolean;
  /** The schema as its author wrote it, for explanations; undefined where nobody wrote one. */
  readonly written: WrittenSchema | undefined;
  /** The subresources of this version by name: `status`, `scale` and the like. */
  readonly subresources: ReadonlyMap<string, Subresource>;
  /** The rules for objects that are written through this version. */
  readonly strategy: Strategy;
  /** Warnings that every request to this version carries, such as its deprecation. */
  readonly warnings: readonly string[];
  /** Where the schema comes from, in a catalog that is made for one cluster. */
  readonly schemaFrom?: SchemaSource;
}

/** A built-in resource at one version. Its strategy sees objects at the storage version. */
export interface BuiltinVersion extends VersionFields {
  readonly resource: BuiltinResource;
  /** What requests may do, as discovery lists it (`create`, `patch`), by subresource; '' is the resource itself. */
  readonly verbs: ReadonlyMap<string, readonly string[]>;
  /** How a strategic merge patch sees the kind. */
  readonly patchType: PatchSchema;
  /** A decoded object in a form in which what means the same is the same: amounts of one size. Absent: as it is. */
  comparable?(object: ValueMap): ValueMap;
}

/** A custom resource at one version. Its strategy sees objects at this version. */
export interface CustomVersion extends VersionFields {
  readonly resource: CustomResource;
  readonly written: WrittenSchema;
  /** Paths of the fields by which objects can be selected, beside name and namespace: `spec.color`. */
  readonly selectableFields: readonly string[];
  /** The server answers 415 to a strategic merge patch. */
  readonly patchType: undefined;
  /** `additionalPrinterColumns` as they are written. */
  readonly printerColumns: readonly ValueMap[];
  /**
   * Reads a stored object at this version, as the server's storage codec does: decodes and defaults it at the version
   * in which it was stored, converts it, and prunes it by the schema of this version.
   */
  fromStored(stored: ValueMap): Converted;
  /** Converts an object of this version to the storage version, and prunes it by the schema of that one. */
  toStored(object: ValueMap): Converted;
}

/** Whether a version is of a custom resource. */
export function isCustom(version: ResourceVersion): version is CustomVersion {
  return version.resource.origin === 'custom';
}

/** Whether objects of a version can be listed, watched, deleted together …, as `verb` says. Custom resources serve every verb. */
export function isServed(version: ResourceVersion, verb: string): boolean {
  return isCustom(version) || version.verbs.get('')?.includes(verb) === true;
}

/**
 * A subresource. `status` and `object` are views of the object itself; `scale` is read and written as an autoscaling/v1
 * Scale; to `posted` ones another kind is sent, which is not stored: `pods/binding`, `pods/eviction`,
 * `serviceaccounts/token`.
 */
export type Subresource =
  | { readonly kind: 'status' }
  | { readonly kind: 'object' }
  | { readonly kind: 'posted'; readonly view: BuiltinVersion }
  | {
      readonly kind: 'scale';
      /** Paths of field names into the object: `['spec','replicas']`. */
      readonly specReplicas: readonly string[];
      readonly statusReplicas: readonly string[];
      /** The path of a selector string in a custom resource; built-in kinds print their label selector. */
      readonly selector: readonly string[] | 'label-selector' | undefined;
    };

/** Reads the Namespace that a request is in; undefined where there is none. */
export type ReadNamespace = () => ValueMap | undefined;

/** What a strategy is told of a request that writes. */
export interface WriteContext {
  /** The time of the request, RFC 3339. */
  readonly now: string;
  /** Who sends it. */
  readonly user: User;
  readonly dryRun: boolean;
}

/**
 * The rules of a kind for objects that are written, apart from defaults. Objects are decoded and defaulted; functions
 * return new ones.
 * Upstream: k8s.io/kubernetes pkg/registry strategies; apiextensions-apiserver pkg/registry/customresource.
 */
export interface Strategy {
  /** Whether a PUT may create. */
  readonly allowCreateOnUpdate: boolean;
  /** Whether an update without metadata.resourceVersion is allowed. */
  readonly allowUnconditionalUpdate: boolean;
  prepareForCreate(object: ValueMap, asked: WriteContext): ValueMap;
  prepareForUpdate(object: ValueMap, old: ValueMap, subresource: string, asked: WriteContext): ValueMap;
  /**
   * What the server fails to allocate for a prepared object before it is validated, where that is no complaint about a field;
   * `old` is undefined for a new one. Absent: nothing is allocated, or nothing fails so.
   */
  fails?(object: ValueMap, old: ValueMap | undefined, dryRun: boolean): AllocationFailure | undefined;
  /**
   * `namespace` reads the Namespace of the object; undefined where nothing is known of it. `minor` is the minor version of the
   * server, for the rules of custom resources; absent: 36. `now` is the time of the request, RFC 3339.
   */
  validateCreate(object: ValueMap, namespace?: ReadNamespace, minor?: number, dryRun?: boolean): readonly FieldError[];
  validateUpdate(
    object: ValueMap,
    old: ValueMap,
    subresource: string,
    namespace?: ReadNamespace,
    minor?: number,
    dryRun?: boolean,
    now?: string,
  ): readonly FieldError[];
  /** Warnings that validation of an update gives, whether it refuses the object or not. */
  validationWarnings?(object: ValueMap, old: ValueMap, subresource: string): readonly string[];
  /** Warnings about a new object as it was sent, given whether or not it is refused then. */
  preparationWarnings?(sent: ValueMap): readonly string[];
  warningsOnCreate(object: ValueMap): readonly string[];
  warningsOnUpdate(object: ValueMap, old: ValueMap, subresource: string): readonly string[];
  /**
   * Refuses what an object would grant and its writer has not himself, before the object is validated; `old` is undefined
   * for a new one. Absent: objects of the kind grant nothing.
   */
  deniedGrant?(object: ValueMap, old: ValueMap | undefined, writer: Writer): DeniedGrant | undefined;
  /** Complaints that the writer of a valid object may not read what it refers to, or not sign it. Absent: nobody asks. */
  deniedReads?(object: ValueMap, old: ValueMap | undefined, writer: Writer): readonly FieldError[];
  /** What DELETE does. Absent: an object without finalizers is removed at once, and the answer is a Status. */
  readonly deletion?: Deletion;
  /**
   * Answers a new object of a kind whose objects are not stored, such as a review. It is asked after `validateCreate`, and
   * nothing prepares the object. Absent: objects are stored.
   */
  answer?(object: ValueMap, around: Surroundings): Unstored;
}

/** Why something cannot be allocated. */
export interface AllocationFailure {
  readonly message: string;
  /** Whether the server tells it as an internal error, and not as an error without a type. */
  readonly isInternal: boolean;
}

/** A user who writes an object and may not do everything, with what stands around it. */
export interface Writer extends Surroundings {
  /** Group and plural name of the resource, and the namespace and the name of the path; empty where it has none. */
  readonly resource: { readonly group: string; readonly plural: string };
  readonly namespace: string;
  readonly name: string;
  /** The plural name by which the server serves a kind; undefined where it does not. */
  pluralOf(apiVersion: string, kind: string): string | undefined;
}

/** Why somebody may not write an object that grants something: as the server's own refusals, or an error without a type. */
export type DeniedGrant =
  | { readonly kind: 'forbidden' | 'bad-request' | 'error'; readonly message: string }
  | { readonly kind: 'not-found'; readonly name: string };

/** What a server answers to an object that it does not store: the object to show, or why it refuses. */
export type Unstored =
  | { readonly kind: 'object'; readonly object: ValueMap }
  | { readonly kind: 'bad-request'; readonly message: string };

/** What stands around an object that is answered and not stored. */
export interface Surroundings {
  /** The time of the request, RFC 3339. */
  readonly now: string;
  /** Who sends it. */
  readonly user: User;
  /** The minor version of the server: 36 for v1.36. */
  readonly minor: number;
  /** The stored objects of a resource, of one namespace or of all. */
  objects(apiVersion: string, plural: string, namespace?: string): readonly ValueMap[];
}

/**
 * The deletion of a kind whose contents are deleted first, such as Namespace.
 * Upstream: k8s.io/kubernetes pkg/registry/core/namespace/storage/storage.go Delete.
 */
export interface Emptied {
  /** Changes an object when its deletion begins at `now`; the server then sets deletionTimestamp. */
  begin(object: ValueMap, now: string): ValueMap;
  /**
   * The finalizer that keeps the object until its contents are gone. Where it is set, the finalizers of the garbage
   * collector are ignored.
   */
  readonly finalizer?: string;
  /** Whether the object may still have contents, so that another delete changes nothing. */
  isBusy(object: ValueMap): boolean;
}

/**
 * The rules of a kind for DELETE. Upstream: k8s.io/apiserver pkg/registry/rest/delete.go,
 * pkg/registry/generic/registry/store.go ReturnDeletedObject.
 */
export interface Deletion {
  /** A delete that removes the object answers with the object and not with a Status. */
  readonly returnsObject?: true;
  /** Nothing depends on its objects, so that what a request says of dependents counts for nothing. */
  readonly withoutDependents?: true;
  /** A request that names no propagation policy orphans dependents, so that the finalizer `orphan` keeps the object. */
  readonly orphansDependents?: true;
  /** Warnings of a delete that names no propagation policy. */
  readonly warnings?: readonly string[];
  /** A controller deletes the contents first; absent for kinds without contents. */
  readonly emptied?: Emptied;
  /** Returns the grace period in seconds from the one that the request names. */
  gracePeriod?(object: ValueMap, requested: bigint | undefined): bigint;
}
