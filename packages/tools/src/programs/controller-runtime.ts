import type { ObjectPlace, ResourceVersion } from '@managed-fields/api-server';
import {
  equals,
  isMap,
  mapAt,
  metadataText,
  type PatchSchema,
  patchError,
  quote,
  twoWayMergePatch,
  twoWayStrategicPatch,
  type Value,
  type ValueMap,
  withMetadata,
  withoutEntry,
} from '@managed-fields/merge-engine';
import { extractInto } from '@managed-fields/merge-engine/managedfields';
import { controllerRuntimeModes } from './controller-runtime-modes.ts';
import type { ObjectEnd, ToolProgram, ToolTask } from './program.ts';
import { truth } from './program.ts';
import { type Answer, noKindMatch, ToolSession, type Writing } from './session.ts';
import { configurationOf, emptyObject, hasStruct, structOf } from './typed-object.ts';

type Mode = (typeof controllerRuntimeModes)[number];

/** What controllers of kubebuilder are called, and so the manager of a controller that names no FieldOwner. */
const userAgent = 'manager';

/**
 * Brings each manifest to the server by one call of controller-runtime, and ends at the first error, as a reconciliation
 * that returns it. The function that changes a live object sets each field of the manifest and leaves the others; lists
 * are replaced whole. Options: `mode`, `FieldOwner`, `ForceOwnership`, and `typed` for objects that are structs of their
 * kind instead of unstructured ones. Upstream: sigs.k8s.io/controller-runtime pkg/client typed_client.go,
 * unstructured_client.go, pkg/controller/controllerutil CreateOrUpdate and CreateOrPatch.
 */
export const runControllerRuntime: ToolProgram = (cluster, task, host, now) => {
  const session = new ToolSession(cluster, host, now, userAgent);
  const mode = modeOf(task);
  const ends: ObjectEnd[] = [];
  let error = mode === undefined ? `there is no mode ${JSON.stringify(task.options.get('mode') ?? '')}` : undefined;
  for (const [manifest, { value }] of task.manifests.entries()) {
    if (mode === undefined || error !== undefined) {
      ends.push({ object: value, manifest, end: 'not-reached' });
      continue;
    }
    error = bring(session, task, mode, value);
    ends.push({
      object: value,
      manifest,
      ...(error === undefined ? { end: 'applied' } : { end: 'failed', message: error }),
    });
  }
  return { cluster: session.cluster, requests: session.requests, ends, error };
};

/** The call that is meant: `Apply` where none is named. */
function modeOf({ options }: ToolTask): Mode | undefined {
  const named = options.get('mode') ?? 'Apply';
  return controllerRuntimeModes.find((mode) => mode === named);
}

/** A call about one object. */
interface Call {
  readonly session: ToolSession;
  readonly mode: Mode;
  readonly owner: string | undefined;
  readonly version: ResourceVersion;
  readonly place: ObjectPlace;
  /** The manifest, with its namespace. */
  readonly wanted: ValueMap;
  /** Whether the object is a struct of its kind. */
  readonly isTyped: boolean;
  readonly query: ReadonlyMap<string, string>;
}

/** An error of the client itself, before anything is sent. */
class ClientError extends Error {}

/** Brings one object to its manifest; returns the error of the call. */
function bring(session: ToolSession, task: ToolTask, mode: Mode, manifest: ValueMap): string | undefined {
  const version = session.versionOf(manifest);
  if (version === undefined) return noKindMatch(manifest);
  const namespace = version.resource.namespaced ? metadataText(manifest, 'namespace') || task.namespace : '';
  const wanted = version.resource.namespaced ? withMetadata(manifest, 'namespace', namespace) : manifest;
  const place: ObjectPlace = { version, namespace, name: metadataText(manifest, 'name') };
  const isTyped = truth(task, 'typed') && hasStruct(version);
  const owner = task.options.get('FieldOwner') ?? task.manager;
  try {
    return called({ session, mode, owner, version, place, wanted, isTyped, query: queryOf(task, mode, owner) });
  } catch (cause) {
    if (cause instanceof ClientError) return cause.message;
    throw cause;
  }
}

/** The parameters of a write: force is only for an apply. */
function queryOf(task: ToolTask, mode: Mode, owner: string | undefined): ReadonlyMap<string, string> {
  const applies = ['Apply', 'Extract', 'Patch', 'StatusApply'].includes(mode);
  return new Map([
    ...(owner === undefined || owner === '' ? [] : [['fieldManager', owner] as const]),
    ...(applies && truth(task, 'ForceOwnership') ? [['force', 'true'] as const] : []),
  ]);
}

function called(call: Call): string | undefined {
  const { session, mode, version, place, wanted, query } = call;
  switch (mode) {
    case 'Apply':
      return errorOf(session.patch(place, 'apply', configured(call, wanted), { purpose: 'apply', query }));
    case 'StatusApply': {
      const writing = { purpose: 'apply', query, subresource: 'status' } as const;
      return errorOf(session.patch(place, 'apply', configured(call, wanted), writing));
    }
    case 'Patch': {
      const object = written(call, overlaid(emptyObject(version, wanted), wanted));
      return errorOf(session.patch(place, 'apply', object, { purpose: 'apply', query }));
    }
    case 'Extract':
      return extractAndApply(call);
    default:
      return changeLive(call);
  }
}

function errorOf(answer: Answer): string | undefined {
  return answer.kind === 'refusal' ? answer.message : undefined;
}

/** A configuration as it is sent. */
function configured({ isTyped, version }: Call, manifest: ValueMap): ValueMap {
  if (!isTyped) return manifest;
  const read = configurationOf(version, manifest);
  if (read.kind === 'error') throw new ClientError(read.message);
  return read.object;
}

/** An object as it is sent. */
function written({ isTyped, version }: Call, object: ValueMap): ValueMap {
  if (!isTyped) return object;
  const read = structOf(version, object);
  if (read.kind === 'error') throw new ClientError(read.message);
  return read.object;
}

/**
 * Applies what the owner applied before, with each field of the manifest set in it. Upstream: k8s.io/client-go
 * applyconfigurations ExtractDeployment and the like, meta/v1/unstructured.go Extract.
 */
function extractAndApply(call: Call): string | undefined {
  const { session, version, place, wanted, query, owner = '' } = call;
  const writing: Writing = { purpose: 'apply', query };
  const read = session.get(place);
  if (read.kind === 'refusal') {
    if (read.reason !== 'NotFound') return read.message;
    return errorOf(session.patch(place, 'apply', configured(call, wanted), writing));
  }
  const extracted = extractInto(written(call, read.object), version.type, owner);
  if (extracted.kind === 'error') {
    return call.isTyped ? extracted.message : `failed calling ExtractInto for unstructured: ${extracted.message}`;
  }
  const named = overlaid(extracted.configuration ?? new Map(), emptyObject(version, read.object));
  const configuration = configured(call, overlaid(configured(call, named), wanted));
  return errorOf(session.patch(place, 'apply', configuration, writing));
}

/** Reads the live object, sets the fields of the manifest in it, and sends it or what differs. */
function changeLive(call: Call): string | undefined {
  const { session, mode, version, place, wanted, query } = call;
  const read = session.get(place);
  const creates = mode === 'CreateOrUpdate' || mode === 'CreateOrPatch';
  if (read.kind === 'refusal') {
    if (!creates || read.reason !== 'NotFound') return read.message;
    const object = written(call, overlaid(emptyObject(version, wanted), wanted));
    return errorOf(session.create(place, object, { purpose: 'create', query }));
  }
  const before = written(call, read.object);
  const after = written(call, overlaid(before, wanted));
  const patch = (changes: ValueMap, subresource?: string) =>
    session.patch(place, 'merge', changes, {
      ...{ purpose: 'patch', query },
      ...(subresource === undefined ? {} : { subresource }),
    });
  switch (mode) {
    case 'CreateOrUpdate':
      if (isSame(before, after)) return undefined;
      return errorOf(session.replace(place, after, { purpose: 'replace', query }));
    case 'CreateOrPatch':
      return createOrPatch(call, before, after, patch);
    case 'MergeFrom':
      return errorOf(patch(twoWayMergePatch(before, after)));
    case 'MergeFromWithOptimisticLock':
      return errorOf(patch(locked(twoWayMergePatch(before, after), read.object)));
    case 'StrategicMergeFrom': {
      const made = twoWayStrategicPatch(before, after, call.isTyped ? (version.patchType ?? noFields) : noFields);
      if (made.kind !== 'patch') return made.kind === 'conflict' ? undefined : made.message;
      return errorOf(session.patch(place, 'strategic', made.patch, { purpose: 'patch', query }));
    }
    case 'StatusUpdate':
      return errorOf(session.replace(place, after, { purpose: 'replace', query, subresource: 'status' }));
    case 'StatusPatch':
      return errorOf(patch(twoWayMergePatch(before, after), 'status'));
    default:
      return undefined;
  }
}

function isSame(before: ValueMap, after: ValueMap): boolean {
  return twoWayMergePatch(before, after).size === 0;
}

/**
 * Sends what differs, and what of the status differs by a patch of its own. Both are made against the object as it was
 * read, so after the first one the second has what the server changed as well. Of an unstructured object the status is
 * lost where it is compared, before the patches are made. Upstream: pkg/controller/controllerutil/controllerutil.go
 * CreateOrPatch.
 */
function createOrPatch(
  call: Call,
  before: ValueMap,
  after: ValueMap,
  patch: (changes: ValueMap, subresource?: string) => Answer,
): string | undefined {
  const [oldStatus, newStatus] = [before.get('status'), after.get('status')];
  let object = call.isTyped ? after : withoutEntry(after, 'status');
  let isPatched = false;
  if (!isSame(withoutEntry(before, 'status'), withoutEntry(after, 'status'))) {
    const answer = patch(twoWayMergePatch(before, object));
    if (answer.kind === 'refusal') return answer.message;
    object = written(call, answer.object);
    isPatched = true;
  }
  if (newStatus === undefined || (oldStatus !== undefined && equals(oldStatus, newStatus))) return undefined;
  if (isPatched) object = written(call, new Map(object).set('status', newStatus));
  return errorOf(patch(twoWayMergePatch(before, object), 'status'));
}

/** The type of an unstructured object, which has none of the fields that it holds. */
const noFields: PatchSchema = {
  name: 'struct',
  struct: (field) => patchError(`unable to find api field in struct Unstructured for the json field ${quote(field)}`),
  slice: (field) => patchError(`unable to find api field in struct Unstructured for the json field ${quote(field)}`),
};

/** A live object with each field of a manifest set. */
function overlaid(live: ValueMap, wanted: ValueMap): ValueMap {
  const changed = new Map<string, Value>(live);
  for (const [key, value] of wanted) {
    const there = live.get(key);
    changed.set(key, isMap(value) && isMap(there) ? overlaid(there, value) : value);
  }
  return changed;
}

/** A patch that is refused where the object was written since it was read. */
function locked(patch: ValueMap, live: ValueMap): ValueMap {
  const resourceVersion = metadataText(live, 'resourceVersion');
  const metadata = new Map(mapAt(patch, 'metadata')).set('resourceVersion', resourceVersion);
  return new Map(patch).set('metadata', metadata);
}
