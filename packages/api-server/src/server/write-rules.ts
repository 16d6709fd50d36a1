import {
  complaintsIn,
  type FieldError,
  formatJson,
  metadataOf,
  metadataText,
  type ValueMap,
  withMetadata,
} from '@managed-fields/merge-engine';
import type { WriteContext } from '../catalog/catalog.ts';
import { pathSegment, pathSegmentPrefix } from '../catalog/names.ts';
import {
  asHandwritten,
  type ObjectMetaRules,
  objectMetaErrors,
  objectMetaUpdateErrors,
} from '../catalog/object-meta-rules.ts';
import { usualMinor } from './changes.ts';
import { type Endpoint, expectedNamespace, kindNameOf } from './endpoint.ts';
import { requesterOf } from './request.ts';
import { badRequest, forbidden, internalError, invalid, type Refusal, untyped } from './status.ts';
import { objectAt } from './storage.ts';
import type { Work } from './work.ts';

/** An object that passed validation. */
export interface Accepted {
  readonly kind: 'object';
  readonly object: ValueMap;
}

/**
 * Sets the namespace of the request in an object, and refuses an object that names another one.
 * Upstream: apiserver pkg/registry/rest/meta.go EnsureObjectNamespaceMatchesRequestNamespace.
 */
export function inNamespace(object: ValueMap, namespace: string): Accepted | Refusal {
  const named = metadataText(object, 'namespace');
  if (named === namespace) return { kind: 'object', object };
  if (named !== '' && namespace !== '') {
    return badRequest('the namespace of the provided object does not match the namespace sent on the request');
  }
  return { kind: 'object', object: withMetadata(object, 'namespace', namespace) };
}

/**
 * A new object without what the server alone says of it.
 * Upstream: apiserver pkg/registry/rest/meta.go WipeObjectMetaSystemFields.
 */
export function withoutSystemFields(object: ValueMap): ValueMap {
  const system = ['creationTimestamp', 'uid', 'deletionTimestamp', 'deletionGracePeriodSeconds', 'selfLink'];
  return system.reduce((each, key) => withMetadata(each, key, undefined), object);
}

/**
 * Prepares a new object by its strategy, and validates first the object and then its metadata.
 * Upstream: apiserver pkg/registry/rest/create.go BeforeCreate.
 */
export function beforeCreate(work: Work, sent: ValueMap): Accepted | Refusal {
  const { endpoint } = work;
  const terminating = whileTerminating(work, metadataText(sent, 'name'));
  if (terminating !== undefined) return terminating;
  const placed = inNamespace(sent, expectedNamespace(endpoint));
  if (placed.kind === 'refused') return placed;
  const object = endpoint.strategy.prepareForCreate(placed.object, contextOf(work));
  endpoint.strategy.preparationWarnings?.(placed.object).forEach(work.warn);
  const failed = failure(work, object, undefined);
  if (failed !== undefined) return failed;
  const name = metadataText(object, 'name');
  const errors = complaintsOf(
    work,
    endpoint.strategy.validateCreate(object, () => namespaceOf(work), work.cluster.builtin.minor, isDry(work)),
  );
  const found = errors.length > 0 ? errors : deniedReads(work, object, undefined);
  if (found.length > 0) return invalid(kindNameOf(endpoint, object), name, found);
  const metadataErrors = complaintsOf(work, newMetadataErrors(endpoint, object));
  if (metadataErrors.length > 0) return invalid(endpoint.kindName, name, metadataErrors);
  endpoint.strategy.warningsOnCreate(object).forEach(work.warn);
  return { kind: 'object', object };
}

/** Refuses what cannot be allocated. Upstream: apiserver pkg/registry/generic/registry/store.go BeginCreate, BeginUpdate. */
function failure(work: Work, object: ValueMap, old: ValueMap | undefined): Refusal | undefined {
  const failed = work.endpoint.strategy.fails?.(object, old, isDry(work));
  if (failed === undefined) return undefined;
  return failed.isInternal ? internalError(failed.message) : untyped(failed.message);
}

/** Complaints that the sender may not read what a valid object refers to, or not sign it. */
function deniedReads({ rights }: Work, object: ValueMap, old: ValueMap | undefined): readonly FieldError[] {
  return rights?.deniedReads(object, old) ?? [];
}

function isDry({ request }: Work): boolean {
  return request.query.has('dryRun');
}

/** What a strategy is told of a request. */
export function contextOf(work: Work): WriteContext {
  return { now: work.now, user: requesterOf(work.request), dryRun: isDry(work) };
}

function namespaceOf({ cluster, endpoint: { route } }: Work): ValueMap | undefined {
  return objectAt(cluster, 'v1', 'namespaces', '', route.namespace);
}

/** Keeps the errors that the server's release finds, in its order and words. */
export function complaintsOf({ cluster, endpoint }: Work, errors: readonly FieldError[]): readonly FieldError[] {
  const { minor = usualMinor, worded } = cluster.builtin;
  const { origin, group } = endpoint.version.resource;
  const found = complaintsIn(minor, errors);
  const own =
    origin === 'custom' ? found.map(asHandwritten) : otherServers.has(group) ? found : inDeclarativeOrder(minor, found);
  return worded?.(own, origin === 'custom') ?? own;
}

/** Groups that are served beside kube-apiserver's own, where only metadata is validated declaratively. */
const otherServers: ReadonlySet<string> = new Set(['apiextensions.k8s.io', 'apiregistration.k8s.io']);

/**
 * Refuses a new instance of a definition that is being deleted.
 * Upstream: apiextensions-apiserver pkg/apiserver/customresource_handler.go forbidCreateAdmission.
 */
function whileTerminating({ cluster, endpoint }: Work, name: string): Refusal | undefined {
  const { group, plural, origin } = endpoint.version.resource;
  if (origin === 'builtin' || !cluster.definitions.get(`${plural}.${group}`)?.terminating) return undefined;
  const why = 'create not allowed while custom resource definition is terminating';
  return forbidden(endpoint.resourceName, name, why);
}

/**
 * Prepares and validates a changed object: restores what requests may not change, runs the strategy, then validates.
 * Upstream: apiserver pkg/registry/rest/update.go BeforeUpdate.
 */
export function beforeUpdate(work: Work, sent: ValueMap, old: ValueMap): Accepted | Refusal {
  const { endpoint } = work;
  const { strategy } = endpoint;
  const subresource = endpoint.subresource?.kind === 'scale' ? '' : endpoint.route.subresource;
  const placed = inNamespace(sent, expectedNamespace(endpoint));
  if (placed.kind === 'refused') return placed;
  const kept = withMetadata(placed.object, 'generation', metadataOf(old).get('generation'));
  const object = keepSystemFields(strategy.prepareForUpdate(kept, old, subresource, contextOf(work)), old);
  const failed = subresource === '' ? failure(work, object, old) : undefined;
  if (failed !== undefined) return failed;
  // Other servers look at metadata twice, and only the second time declaratively.
  const metadata = changedMetadataErrors(endpoint, object, old);
  const isOther = otherServers.has(endpoint.version.resource.group);
  const errors = complaintsOf(work, [
    ...(isOther ? metadata.map(asHandwritten) : metadata),
    ...strategy.validateUpdate(
      object,
      old,
      subresource,
      () => namespaceOf(work),
      work.cluster.builtin.minor,
      isDry(work),
      work.now,
    ),
  ]);
  strategy.validationWarnings?.(object, old, subresource).forEach(work.warn);
  const found = errors.length > 0 ? errors : deniedReads(work, object, old);
  if (found.length > 0) return invalid(kindNameOf(endpoint, object), metadataText(object, 'name'), found);
  strategy.warningsOnUpdate(object, old, subresource).forEach(work.warn);
  return { kind: 'object', object };
}

function keepSystemFields(object: ValueMap, old: ValueMap): ValueMap {
  const before = metadataOf(old);
  let kept = object;
  if (metadataText(kept, 'uid') === '') kept = withMetadata(kept, 'uid', before.get('uid'));
  for (const key of ['creationTimestamp', 'deletionTimestamp']) {
    const value = before.get(key) ?? null;
    if (value !== null) kept = withMetadata(kept, key, value);
  }
  const grace = 'deletionGracePeriodSeconds';
  if ((metadataOf(kept).get(grace) ?? null) === null) kept = withMetadata(kept, grace, before.get(grace));
  return kept;
}

/** The rules for the metadata of every kind; a kind may have stricter ones for names. */
function commonRules(endpoint: Endpoint): ObjectMetaRules {
  return {
    namespaced: endpoint.version.resource.namespaced,
    name: (value, prefix) => (prefix ? pathSegmentPrefix(value) : pathSegment(value)),
  };
}

/** Validates the metadata of a new object. */
export function newMetadataErrors(endpoint: Endpoint, object: ValueMap): readonly FieldError[] {
  return objectMetaErrors(metadataOf(object), commonRules(endpoint), 'metadata');
}

/** Validates the metadata of a changed object. */
export function changedMetadataErrors(endpoint: Endpoint, object: ValueMap, old: ValueMap): readonly FieldError[] {
  const errors = objectMetaUpdateErrors(metadataOf(object), metadataOf(old), 'metadata');
  return [...newMetadataErrors(endpoint, object), ...errors];
}

/**
 * Sorts the errors about a kind that has declarative validation too: errors that declarative validation finds come
 * last, and from v1.37 on equal errors are merged.
 * Upstream: apiserver pkg/registry/rest/validate.go ValidateDeclarativelyWithMigrationChecks, whose filter uses an
 * aggregate.
 */
function inDeclarativeOrder(minor: number, own: readonly FieldError[]): readonly FieldError[] {
  const late = ({ declarativeFrom }: FieldError) => declarativeFrom !== undefined && minor >= declarativeFrom;
  const ordered = own.some(late) ? [...own.filter((error) => !late(error)), ...own.filter(late)] : own;
  return minor >= mergedFrom ? [...new Map(ordered.map((error) => [keyOf(error), error])).values()] : ordered;
}

const mergedFrom = 37;

function keyOf({ type, field, value, detail }: FieldError): string {
  const isRaw = typeof value === 'object' && value !== null && 'raw' in value;
  const shown = isRaw || value === undefined ? value : formatJson(value);
  return JSON.stringify([type, field, shown, detail]);
}
