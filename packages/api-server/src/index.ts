export type { Decision, User, Wish } from './catalog/access.ts';
export type { Emptied, ResourceFields, VersionFields } from './catalog/catalog.ts';
export {
  type AllocationFailure,
  type BuiltinResource,
  type BuiltinVersion,
  type CustomResource,
  type CustomVersion,
  type Deletion,
  type DeniedGrant,
  type DiscoveredResource,
  groupOfObjects,
  isCustom,
  isServed,
  type PublishedDefinition,
  type ReadNamespace,
  type Resource,
  type ResourceNames,
  type ResourceVersion,
  type SchemaSource,
  type Strategy,
  type Subresource,
  type Surroundings,
  type TypeCatalog,
  type Unstored,
  type WriteContext,
  type Writer,
} from './catalog/catalog.ts';
export {
  dns1035Label,
  dns1123Label,
  dns1123Subdomain,
  inBytes,
  labelValue,
  maskTrailingDash,
  type NameCheck,
  pathSegment,
  patternMessage,
  qualifiedName,
  subdomain1123,
} from './catalog/names.ts';
export type { ObjectMetaRules } from './catalog/object-meta-rules.ts';
export { labelErrors, objectMetaErrors, objectMetaUpdateErrors } from './catalog/object-meta-rules.ts';
export { compareVersions } from './customresource/definition.ts';
export { cleanupFinalizer } from './customresource/finalizers.ts';
export type { InstalledDefinition } from './customresource/resource-from-crd.ts';
export { type Address, addressText } from './formats/address.ts';
export { isEmail } from './formats/email.ts';
export { escapedPath } from './formats/escaped-path.ts';
export { webhookClientErrors } from './formats/webhook-client.ts';
export {
  type AdmissionAttributes,
  type AdmissionChain,
  type AdmissionPass,
  type AdmissionPlugin,
  type Admitted,
  forbiddenBy,
  hasAdmission,
  type Passed,
  provideAdmission,
  webhookEffect,
} from './server/admission.ts';
export { usualMinor } from './server/changes.ts';
export type { Definition } from './server/cluster.ts';
export { type AdmissionSettings, type Cluster, type ClusterStart, catalogOf, emptyCluster } from './server/cluster.ts';
export {
  type CustomResources,
  customResources,
  hasCustomResources,
  provideCustomResources,
} from './server/custom-resources.ts';
export { deleteOptions } from './server/delete-options.ts';
export type { Endpoint } from './server/endpoint.ts';
export { eventsBetween, type Happened, newestVersion, type ObjectEvent, shownAt } from './server/events.ts';
export { parseFieldSelector } from './server/field-selector.ts';
export { impersonatedUser } from './server/impersonated.ts';
export { throughJson } from './server/json-numbers.ts';
export { parseLabelSelector, type ReadSelector, readSelector, type SelectorRelease } from './server/label-selector.ts';
export { badVersion, type ListOptions, listOptions } from './server/list-options.ts';
export { type Attempt, all, attempt, type ModuleName, NotLoaded } from './server/not-loaded.ts';
export { Objects, type StoredObject } from './server/objects.ts';
export type { DeleteOptions } from './server/options.ts';
export { isSet, managerOrUserAgent } from './server/options.ts';
export { hasRareRequests, provideRareRequests, type RareRequests } from './server/rare-requests.ts';
export { type ReadSelectors, readSelectors } from './server/read-selectors.ts';
export type {
  AdmissionStep,
  ApiRequest,
  ApiResponse,
  CalledWebhook,
  DecodedBody,
  RequestTrace,
  RequestUser,
} from './server/request.ts';
export { requesterOf, userExtra } from './server/request.ts';
export type { Requirement } from './server/requirement.ts';
export { type ObjectPlace, pathOf, type Route, readRoute } from './server/route.ts';
export { unknownField } from './server/selectable-fields.ts';
export {
  matchesFields,
  matchesLabels,
  meetsOperator,
  selects,
  selectsAll,
} from './server/selector.ts';
export { noObject, noTypeMeta, notRegistered, schemeName, whyNotRead } from './server/sent-object.ts';
export { type Served, serve } from './server/serve.ts';
export type { LiveSet } from './server/set-live.ts';
export { setLive } from './server/set-live.ts';
export type { Qualified } from './server/status.ts';
export {
  badRequest,
  type Cause,
  forbidden,
  internalError,
  invalid as refusedAsInvalid,
  notFound,
  type Refusal,
  unknownPath,
  untyped,
} from './server/status.ts';
export { objectAt, objectsOf, toHub, toRequested } from './server/storage.ts';
export { generatedName } from './server/store.ts';
export { changesOf, changeValue, type PlaceChange, type WayOut, withoutEmptied } from './whatif/change-value.ts';
export { type Asked, configurationOf, previewRequest, type RequestPreview } from './whatif/configuration.ts';
export { type Difference, differenceOf, type OwnerChange, type ValueChange } from './whatif/difference.ts';
export { type Dropped, dropField } from './whatif/drop.ts';
export { oneMoreUpdater, type UpdaterLimit } from './whatif/one-more-updater.ts';
export { type OwnerMove, ownerMoves } from './whatif/owner-moves.ts';
export { otherValue, type Want, wantField, writtenThrough } from './whatif/want.ts';
