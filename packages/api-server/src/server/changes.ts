import type { TypeCatalog } from '../catalog/catalog.ts';

/** The changes between releases of the server, each with the minor version that brought it: 37 for v1.37. */
const changes = {
  /**
   * Messages name this line of the file in which the scheme is made. Upstream: apimachinery pkg/runtime/scheme.go
   * NewScheme.
   */
  schemeAtLine111: 35,
  schemeAtLine110Again: 38,
  /** Paths that nobody serves are answered with a Status. Upstream: apiserver pkg/server/handler.go. */
  unknownPathInStatus: 38,
  /**
   * Complaints show values as JSON, and no longer as Go source.
   * Upstream: apimachinery pkg/util/validation/field/errors.go ErrorBody.
   */
  valuesInJson: 34,
  /**
   * The body of a patch is parsed before anything else happens.
   * Upstream: apiserver pkg/endpoints/handlers/patch.go validateAndTranscodePatch.
   */
  patchReadFirst: 37,
  /**
   * Options of a delete that cannot be read are a bad request, and no error of the server.
   * Upstream: apiserver pkg/endpoints/handlers/delete.go DeleteResource, DeleteCollection.
   */
  blamesOptions: 35,
  /**
   * The values of a label selector may end behind two commas.
   * Upstream: apimachinery pkg/labels/selector.go parseIdentifiersList.
   */
  endsBehindCommas: 35,
  /**
   * The refusal of an Eviction tells the condition of the budget.
   * Upstream: k8s.io/kubernetes pkg/registry/core/pod/storage/eviction.go checkAndDecrement.
   */
  tellsCondition: 35,
  /**
   * A Binding gives its labels to the Pod.
   * Upstream: k8s.io/kubernetes pkg/registry/core/pod/storage/storage.go setPodNodeAndMetadata.
   */
  labelsBound: 35,
  /**
   * Who writes the status of a custom resource owns no field of its metadata.
   * Upstream: apiextensions-apiserver pkg/registry/customresource/status_strategy.go GetResetFields.
   */
  resetsMetadata: 36,
  /**
   * Lists of an exact resourceVersion, and the next pages of lists, come from memory.
   * Upstream: apiserver pkg/storage/cacher/delegator.go shouldDelegateList.
   */
  listsFromMemory: 34,
  /**
   * A PUT of what is not there is told so before its uid is compared.
   * Upstream: apiserver pkg/registry/generic/registry/store.go Update.
   */
  missesFirst: 34,
  /** managedFields stay as they were where an update cannot be recorded. Upstream: fieldmanager.go UpdateNoErrors. */
  keepsManagedFields: 37,
  /**
   * The error of a definition's delete begins with a lower-case letter.
   * Upstream: apiextensions-apiserver pkg/registry/customresourcedefinition/etcd.go.
   */
  preconditionInLowerCase: 37,
  /**
   * What is created by an apply or a PUT is without a time of deletion and a grace period, as by POST.
   * Upstream: apiserver pkg/registry/generic/registry/store.go Update.
   */
  wipesCreated: 37,
  /** The uid in a request for a token has to be that of the ServiceAccount. Upstream: k8s.io/kubernetes pkg/registry/core/serviceaccount/storage/token.go. */
  comparesUid: 34,
  /**
   * A request for a token says what it is for, where it is bound to a webhook.
   * Upstream: k8s.io/kubernetes pkg/apis/authentication/validation/validation.go ValidateTokenRequest.
   */
  attestsTokens: 37,
  /**
   * Of a stored object that cannot be read it is told where it lies and its revision, and lists count all of them.
   * Upstream: apiserver pkg/storage/etcd3/corrupt_obj_deleter.go.
   */
  tellsUnreadable: 37,
  /**
   * A delete may be told to go on where the stored object cannot be read (the gate AllowUnsafeMalformedObjectDeletion).
   * Upstream: apiserver pkg/endpoints/handlers/delete.go DeleteResource.
   */
  deletesUnreadable: 37,
  /** A Binding names a Node that may be one. Upstream: k8s.io/kubernetes pkg/apis/core/validation/validation.go ValidatePodBinding. */
  checksNode: 37,
  /** The labels and annotations of a Binding are looked at. Upstream: the same. */
  checksMetadata: 38,
  /** Of the metadata of a Scale nothing is looked at. Upstream: k8s.io/kubernetes pkg/apis/autoscaling/validation ValidateScale. */
  ignoresScaleMetadata: 37,
  /**
   * The answer of what takes an object away tells the resourceVersion of the removal.
   * Upstream: apiserver pkg/registry/generic/registry/store.go deleteWithoutFinalizers, finalizeDelete.
   */
  tellsRemoval: 38,
  /** The answer to an Eviction or a Binding tells the resourceVersion of the Pod. Upstream: k8s.io/kubernetes pkg/registry/core/pod/storage. */
  tellsPod: 38,
  /**
   * The refusal of an Eviction tells its cause where a budget allows less than none, or too many Pods are on their way out.
   * Upstream: k8s.io/kubernetes pkg/registry/core/pod/storage/eviction.go checkAndDecrement.
   */
  tellsBudget: 37,
  /** ResourceSlices are selected by their pool. Upstream: k8s.io/kubernetes pkg/registry/resource/resourceslice/strategy.go. */
  selectsByPool: 37,
  /**
   * A strategic merge patch without a directive at its top leaves the fields there that it does not name as they are stored, and
   * does not write them anew. Upstream: apiserver pkg/endpoints/handlers/patch.go canPruneTopLevelPatch.
   */
  patchesNamedFields: 38,
  /** A GET of an object with a resourceVersion that is none is invalid. Upstream: apiserver pkg/storage/errors/storage.go InterpretGetError. */
  namesBadVersion: 38,
  /** What is no operation of a JSON patch is told with its place, as Go's encoding/json/v2 does. */
  placesOperation: 38,
  /** The key in a token of `continue` begins without a slash. Upstream: apiserver pkg/storage/continue.go. */
  continuesWithoutSlash: 38,
  /**
   * The live object of an update is compared without its managedFields, so that who names them in an entry keeps them.
   * Upstream: apimachinery pkg/util/managedfields/internal/fieldmanager.go Update.
   */
  comparesWithoutManagedFields: 38,
} as const;

/** A change between releases of the server. */
export type ServerChange = keyof typeof changes;

/** The minor version of a server whose catalog names none. */
export const usualMinor = 36;

/** What a catalog says of the server's release itself. */
export function releaseFacts({
  minor,
  patch,
  mergeLibrary,
}: TypeCatalog): Pick<TypeCatalog, 'minor' | 'patch' | 'mergeLibrary'> {
  return {
    ...(minor === undefined ? {} : { minor }),
    ...(patch === undefined ? {} : { patch }),
    ...(mergeLibrary === undefined ? {} : { mergeLibrary }),
  };
}

/** Whether a server has a change, by the minor version of its catalog. */
export function hasChange(change: keyof typeof changes, { minor = usualMinor }: Pick<TypeCatalog, 'minor'>): boolean {
  return minor >= changes[change];
}
