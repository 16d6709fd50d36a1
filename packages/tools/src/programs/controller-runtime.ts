import type { ObjectPlace } from '@managed-fields/api-server';
import {
  isMap,
  mapAt,
  metadataText,
  stringAt,
  twoWayMergePatch,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import type { ObjectEnd, ToolProgram, ToolTask } from './program.ts';
import { truth } from './program.ts';
import { type Answer, ToolSession, type Writing } from './session.ts';

/** The calls of controller-runtime that are played, by the names of its functions: what the option `mode` takes. */
const modes = [
  'Apply',
  'Patch',
  'CreateOrUpdate',
  'CreateOrPatch',
  'MergeFrom',
  'MergeFromWithOptimisticLock',
] as const;

type Mode = (typeof modes)[number];

/** What controllers of kubebuilder are called, and so the manager of a controller that names no FieldOwner. */
const userAgent = 'manager';

/**
 * Brings each manifest to the server by one call of controller-runtime, and ends at the first error, as a reconciliation
 * that returns it. The function that changes a live object sets each field of the manifest and leaves the others; lists
 * are replaced whole. Options: `mode`, `FieldOwner`, `ForceOwnership`. Upstream: sigs.k8s.io/controller-runtime
 * pkg/client unstructured_client.go Apply and Patch, pkg/controller/controllerutil CreateOrUpdate and CreateOrPatch.
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
  return modes.find((mode) => mode === named);
}

/** Brings one object to its manifest; returns the error of the call. */
function bring(session: ToolSession, task: ToolTask, mode: Mode, manifest: ValueMap): string | undefined {
  const version = session.versionOf(manifest);
  if (version === undefined) {
    return `no matches for kind "${stringAt(manifest, 'kind') ?? ''}" in version "${stringAt(manifest, 'apiVersion') ?? ''}"`;
  }
  const namespace = version.resource.namespaced ? metadataText(manifest, 'namespace') || task.namespace : '';
  const wanted = version.resource.namespaced ? withNamespace(manifest, namespace) : manifest;
  const place: ObjectPlace = { version, namespace, name: metadataText(manifest, 'name') };
  const query = queryOf(task, mode);
  if (mode === 'Apply' || mode === 'Patch') {
    return errorOf(session.patch(place, 'apply', wanted, { purpose: 'apply', query }));
  }
  const read = session.get(place);
  const creates = mode === 'CreateOrUpdate' || mode === 'CreateOrPatch';
  if (read.kind === 'refusal') {
    if (!creates || read.reason !== 'NotFound') return read.message;
    return errorOf(session.create(place, wanted, { purpose: 'create', query }));
  }
  const changed = overlaid(read.object, wanted);
  // CreateOrPatch compares without the status, which it thereby takes out of an unstructured object before the patch is made.
  const [before, after] =
    mode === 'CreateOrPatch' ? [withoutStatus(read.object), withoutStatus(changed)] : [read.object, changed];
  if (creates && twoWayMergePatch(before, after).size === 0) return undefined;
  const patch = twoWayMergePatch(read.object, after);
  if (mode === 'CreateOrUpdate') return errorOf(session.replace(place, changed, { purpose: 'replace', query }));
  const writing: Writing = { purpose: 'patch', query };
  const isLocked = mode === 'MergeFromWithOptimisticLock';
  return errorOf(session.patch(place, 'merge', isLocked ? locked(patch, read.object) : patch, writing));
}

/** The parameters of a write: force is only for an apply. */
function queryOf(task: ToolTask, mode: Mode): ReadonlyMap<string, string> {
  const owner = task.options.get('FieldOwner') ?? task.manager;
  const isForced = (mode === 'Apply' || mode === 'Patch') && truth(task, 'ForceOwnership');
  return new Map([
    ...(owner === undefined ? [] : [['fieldManager', owner] as const]),
    ...(isForced ? [['force', 'true'] as const] : []),
  ]);
}

function errorOf(answer: Answer): string | undefined {
  return answer.kind === 'refusal' ? answer.message : undefined;
}

function withoutStatus(object: ValueMap): ValueMap {
  return new Map([...object].filter(([key]) => key !== 'status'));
}

function withNamespace(object: ValueMap, namespace: string): ValueMap {
  const metadata = new Map(mapAt(object, 'metadata')).set('namespace', namespace);
  return new Map(object).set('metadata', metadata);
}

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
