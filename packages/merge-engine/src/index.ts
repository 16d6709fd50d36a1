/**
 * The one door of the engine. Most readers need three names: `emptyCluster` makes a cluster of a catalog of kinds,
 * `serve` answers a request as a kube-apiserver does, and `explainOwnership` reads who owns what in an object.
 */

export { byteLength } from './catalog/byte-length.ts';
// Kinds: what the server asks of a kind, and the words in which a kind refuses.
export type {
  Converted,
  Decoded,
  DecodeSource,
  Deletion,
  Resource,
  ResourceNames,
  ResourceVersion,
  Strategy,
  Subresource,
  TypeCatalog,
} from './catalog/catalog.ts';
export {
  duplicate,
  forbidden,
  internal,
  invalid,
  notSupported,
  required,
  tooLong,
  tooMany,
} from './catalog/complaint.ts';
export { complaintsIn, type FieldError } from './catalog/field-error.ts';
export { labelErrors, objectMetaErrors } from './catalog/object-meta-rules.ts';
export { objectMetaUpdateErrors } from './catalog/object-meta-update.ts';
// A CustomResourceDefinition as a kind like others, for the table that describes it.
export {
  definitionChangeErrors,
  definitionCreateErrors,
  definitionStatusChangeErrors,
  definitionWarnings,
} from './customresource/definition-kind.ts';
export { cleanupFinalizer } from './customresource/finalizer.ts';
export { definitionStrategy } from './customresource/parts.ts';
// Explanations: pure readings of results and their traces.
export { type ExplainedConflict, explainConflicts } from './explain/conflict.ts';
export { type FieldsNode, readFieldsTree } from './explain/fields-tree.ts';
export { type Episode, explainField, type FieldEvent } from './explain/history.ts';
export type { FieldOwnership } from './explain/owned-fields.ts';
export { identityOf, type Owner, type OwnerIdentity, sameOwner } from './explain/owner.ts';
export type { ExplainedKind } from './explain/owners-now.ts';
export { explainOwnership, type Ownership } from './explain/ownership.ts';
export { explainThreeWay, type ThreeWayRow, type ThreeWayVerdict } from './explain/three-way.ts';
export { valueAt } from './explain/value-at.ts';
export { recursiveDifference, union } from './fieldpath/algebra.ts';
// Field paths and sets: which fields, by the meaning of the schema.
export { type FieldPath, type PathElement, pathToString } from './fieldpath/element.ts';
export { fieldSetFromV1, fieldSetToV1 } from './fieldpath/fields-v1.ts';
export { type FieldSet, hasPath, setOf, setSize } from './fieldpath/set.ts';
// Commands: kubectl over the same cluster.
export type {
  ClientSideApply,
  KubectlCommand,
  KubectlHost,
  ProgramOutput,
  RanCommand,
  ReadDocument,
  SentRequest,
} from './kubectl/host.ts';
export { unplayed } from './kubectl/known-commands.ts';
export { type CalledNames, mappingForArgument, resourceMeant } from './kubectl/mapping.ts';
export { runKubectl } from './kubectl/run.ts';
export { type ShellWords, shellWords } from './kubectl/shell-words.ts';
// managedFields without a server around them, for tools that compare engines.
export { conflictCauses, conflictMessage } from './managedfields/conflict-message.ts';
export { applyConfiguration, recordUpdate } from './managedfields/field-manager.ts';
export type { ManagedKind } from './managedfields/managed-kind.ts';
export { entriesOf } from './managedfields/sent-entries.ts';
// Parts of the engine that may come later than the rest.
export { need, type Part, part, withParts } from './parts/part.ts';
export { type PatchLookup, type PatchSchema, patchError } from './patch/patch-schema.ts';
// Schemas and typed values.
export type { Atom, Schema } from './schema/atom.ts';
export { deducedType } from './schema/deduced.ts';
export { type Definitions, schemaFromOpenApi } from './schema/openapi.ts';
export { type WrittenPart, type WrittenSchema, writtenPart } from './schema/written.ts';
// Play requests: the whole server as one pure function over an immutable cluster.
export { type Cluster, type ClusterStart, catalogOf, emptyCluster } from './server/cluster.ts';
export { installCrd } from './server/install.ts';
export { managerOrUserAgent } from './server/options.ts';
export { definitions } from './server/parts.ts';
export { type PutCrd, putCrd } from './server/put-crd.ts';
export type { ApiRequest, ApiResponse, DecodedBody, RequestTrace } from './server/request.ts';
export { type Route, readRoute } from './server/route.ts';
export { type Served, serve } from './server/serve.ts';
export { setLive } from './server/set-live.ts';
export { locate, type ValuePath } from './typed/locate.ts';
export { asTyped } from './typed/typed.ts';
export { validationErrorsToString } from './typed/validation-error.ts';
// Values: JSON with exact numbers and keys in their order.
export { base64, lossyText, utf8 } from './value/bytes.ts';
export { type Decimal, roundUp } from './value/decimal.ts';
export { formatFloat, quote } from './value/go-format.ts';
export { microLayout, parseGoTime, secondsLayout, type TimeLayout } from './value/go-time.ts';
export { type JsonDuplicate, type ParsedJson, parseJson, valueFromPlain } from './value/json.ts';
export { formatJson } from './value/json-write.ts';
export { compareStrings, equals, sortedKeys } from './value/order.ts';
export {
  canonicalQuantity,
  compareQuantities,
  formatQuantity,
  parseQuantity,
  type Quantity,
  roundUpQuantity,
} from './value/quantity.ts';
export { remembered } from './value/remembered.ts';
export {
  assertNever,
  isList,
  isMap,
  isScalar,
  listAt,
  mapAt,
  type ScalarValue,
  stringAt,
  type Value,
  type ValueList,
  type ValueMap,
  withEntry,
} from './value/value.ts';
export { changeValue, type PlaceChange, withoutEmptied } from './whatif/change-value.ts';
export { type Asked, configurationOf } from './whatif/configuration.ts';
export { type Difference, differenceOf, type OwnerChange, type ValueChange } from './whatif/difference.ts';
export { type Dropped, dropField } from './whatif/drop.ts';
export { oneMoreUpdater, type UpdaterRoom } from './whatif/one-more-updater.ts';
export { otherValue } from './whatif/other-value.ts';
export { type OwnerMove, ownerMoves } from './whatif/owner-moves.ts';
export { type Aside, playAside } from './whatif/play-aside.ts';
export { type Want, wantField, writtenThrough } from './whatif/want.ts';
export { changesOf, type WayOut } from './whatif/ways-out.ts';
