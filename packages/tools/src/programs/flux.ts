import type { ObjectPlace } from '@managed-fields/api-server';
import {
  base64,
  compareStrings,
  equals,
  isMap,
  mapAt,
  metadataOf,
  metadataText,
  stringAt,
  utf8,
  type Value,
  type ValueMap,
  withEntry,
  withMetadata,
  withoutEntry,
} from '@managed-fields/merge-engine';
import {
  type IgnoreRule,
  ignoredFields,
  ignoredPaths,
  readIgnoreRules,
  withIgnored,
  withoutPaths,
} from './flux-ignore.ts';
import { takenManagers, takeOver } from './flux-managers.ts';
import { type ObjectEnd, type ToolProgram, type ToolTask, truth } from './program.ts';
import { groupOf, noKindMatch, patchOperation, type Refusal, ToolSession, tagOf, withTags } from './session.ts';

/** The manager of Flux's kustomize-controller. Upstream: kustomize-controller main.go controllerName. */
export const fluxManager = 'kustomize-controller';

/** The group of the labels and annotations of a Kustomization. */
export const fluxGroup = 'kustomize.toolkit.fluxcd.io';

/** Annotations and labels that the controller takes out. Upstream: kustomization_controller.go apply, Cleanup. */
const takenOut = {
  annotations: [
    'kubectl.kubernetes.io/last-applied-configuration',
    'kustomize.toolkit.fluxcd.io/checksum',
    'fluxcd.io/sync-checksum',
  ],
  labels: ['fluxcd.io/sync-gc-mark'],
} as const;

/** An object of a Kustomization on its way. */
interface Applied {
  readonly object: ValueMap;
  readonly place: ObjectPlace;
  readonly manifest: number;
}

interface Settings {
  readonly name: string;
  readonly namespace: string;
  readonly force: boolean;
  readonly prune: boolean;
  readonly ignore: readonly IgnoreRule[];
  readonly overridden: readonly string[];
}

/**
 * One reconciliation of a Kustomization by kustomize-controller: what the controller applies and prunes. Health checks
 * are not waited for. Upstream: kustomize-controller internal/controller/kustomization_controller.go reconcile, apply,
 * prune; fluxcd/pkg ssa/manager_apply.go ApplyAllStaged.
 */
export const runFlux: ToolProgram = (cluster, task, host, now) => {
  const session = new ToolSession(cluster, host, now, fluxManager);
  const ends = new Map<number | ValueMap, ObjectEnd>();
  const tell: Tell = (object, manifest, end, message) =>
    ends.set(manifest ?? object, { object, manifest, end, ...(message === undefined ? {} : { message }) });
  const error = reconcile(session, task, settingsOf(task), tell);
  for (const [index, { value }] of task.manifests.entries()) {
    if (!ends.has(index)) ends.set(index, { object: value, manifest: index, end: 'not-reached' });
  }
  return { cluster: session.cluster, requests: session.requests, ends: [...ends.values()], error };
};

type Tell = (object: ValueMap, manifest: number | undefined, end: ObjectEnd['end'], message?: string) => void;

function settingsOf(task: ToolTask): Settings {
  const { options, namespace } = task;
  const named = options.get('kustomization') ?? '';
  const slash = named.indexOf('/');
  return {
    name: named.slice(slash + 1),
    namespace: slash < 0 ? (options.get('kustomization-namespace') ?? namespace) : named.slice(0, slash),
    force: truth(task, 'force'),
    prune: truth(task, 'prune'),
    ignore: readIgnoreRules(options.get('ignore') ?? '[]') ?? [],
    overridden: (options.get('override-manager') ?? '').split(',').filter((each) => each !== ''),
  };
}

function reconcile(session: ToolSession, task: ToolTask, settings: Settings, tell: Tell): string | undefined {
  const wanted = task.manifests.map(({ value }, manifest) => ({ object: owned(value, settings), manifest }));
  const stages = ['definitions', 'classes', 'others'] as const;
  for (const stage of stages) {
    const objects = wanted.filter(({ object }) => stageOf(object) === stage).toSorted(byOrder);
    const placed: Applied[] = [];
    for (const { object, manifest } of objects) {
      const place = placeOf(session, object, task.namespace);
      if (place === undefined) {
        const message = `${shortName(object)} dry-run failed: ${noKindMatch(object)}`;
        tell(object, manifest, 'failed', message);
        return message;
      }
      const within = place.namespace === '' ? object : withMetadata(object, 'namespace', place.namespace);
      placed.push({ object: normalized(within, place), place, manifest });
    }
    const failed = applyAll(session, placed, settings, tell);
    if (failed !== undefined) return failed;
  }
  return settings.prune ? prune(session, task, settings, tell) : undefined;
}

/** The labels by which a Kustomization knows its objects. Upstream: fluxcd/pkg ssa/manager.go SetOwnerLabels. */
function owned(object: ValueMap, { name, namespace }: Settings): ValueMap {
  if (name === '') return object;
  return withTags(object, 'labels', { [`${fluxGroup}/name`]: name, [`${fluxGroup}/namespace`]: namespace });
}

function kindOf(object: ValueMap): string {
  return stringAt(object, 'kind') ?? '';
}

/** Upstream: fluxcd/pkg ssa/utils/is.go IsClusterDefinition, IsClassDefinition. */
function stageOf(object: ValueMap): 'definitions' | 'classes' | 'others' {
  const kind = kindOf(object);
  const isRole = kind === 'ClusterRole' && groupOf(object) === 'rbac.authorization.k8s.io';
  const isNamespace = kind === 'Namespace' && groupOf(object) === '';
  if (kind === 'CustomResourceDefinition' || isNamespace || isRole) return 'definitions';
  return kind.endsWith('Class') ? 'classes' : 'others';
}

/** Upstream: fluxcd/pkg ssa/sort.go ReconcileOrder. */
const first = [
  ...['CustomResourceDefinition', 'Namespace', 'ClusterRole', 'ClusterClass', 'RuntimeClass', 'PriorityClass'],
  ...['StorageClass', 'VolumeSnapshotClass', 'IngressClass', 'GatewayClass', 'ClusterRoleBinding', 'ResourceQuota'],
  ...['ServiceAccount', 'Role', 'RoleBinding', 'ConfigMap', 'Secret', 'Service', 'LimitRange', 'Deployment'],
  ...['StatefulSet', 'CronJob', 'PodDisruptionBudget'],
];
const last = ['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration'];

function rankOf(kind: string): number {
  const early = first.indexOf(kind);
  return early >= 0 ? early - first.length : last.indexOf(kind) + 1;
}

/** Upstream: fluxcd/pkg ssa/sort.go less. */
export function byOrder(
  { object: a }: { readonly object: ValueMap },
  { object: b }: { readonly object: ValueMap },
): number {
  return (
    rankOf(kindOf(a)) - rankOf(kindOf(b)) ||
    compareStrings(groupOf(a), groupOf(b)) ||
    compareStrings(kindOf(a), kindOf(b)) ||
    compareStrings(metadataText(a, 'namespace'), metadataText(b, 'namespace')) ||
    compareStrings(metadataText(a, 'name'), metadataText(b, 'name'))
  );
}

export function placeOf(session: ToolSession, object: ValueMap, namespace: string): ObjectPlace | undefined {
  const version = session.versionOf(object);
  if (version === undefined) return undefined;
  const own = version.resource.namespaced ? metadataText(object, 'namespace') || namespace : '';
  return { version, namespace: own, name: metadataText(object, 'name') };
}

/**
 * An object as it comes out of its Go type, which writes fields that are always there. Upstream: fluxcd/pkg
 * ssa/normalize/normalize.go UnstructuredList.
 */
export function normalized(object: ValueMap, { version }: ObjectPlace): ValueMap {
  const { resource } = version;
  const isRules = resource.group === 'rbac.authorization.k8s.io' && resource.kind.endsWith('Role');
  if (isRules) return object;
  const isDefinition = resource.kind === 'CustomResourceDefinition';
  const isTyped = resource.origin === 'builtin' && !isDefinition && resource.group !== 'apiregistration.k8s.io';
  const typed = isTyped ? throughType(object, version) : object;
  const plain = isDefinition ? typed : withoutEntry(typed, 'status');
  return withEntry(plain, 'metadata', withEntry(metadataOf(plain), 'creationTimestamp', null));
}

function throughType(object: ValueMap, version: ObjectPlace['version']): ValueMap {
  const filled = withProtocols(kindOf(object) === 'Secret' ? withoutStringData(object) : object);
  const decoded = version.decode(new Map([...(version.zero ?? []), ...filled]), 'client');
  return decoded.kind === 'decoded' ? decoded.object : filled;
}

/** Upstream: fluxcd/pkg ssa/normalize/normalize.go normalizeSecret. */
function withoutStringData(secret: ValueMap): ValueMap {
  const texts = mapAt(secret, 'stringData');
  if (texts === undefined || texts.size === 0) return secret;
  const encoded = [...texts].flatMap(([key, text]): [string, Value][] =>
    typeof text === 'string' ? [[key, base64(utf8(text))]] : [],
  );
  return withoutEntry(withEntry(secret, 'data', new Map([...(mapAt(secret, 'data') ?? []), ...encoded])), 'stringData');
}

/** Ports without a protocol have TCP. Upstream: fluxcd/pkg ssa/normalize/normalize.go normalizePodProtoDefault. */
function withProtocols(object: ValueMap): ValueMap {
  const kind = kindOf(object);
  const within = { Service: [], Pod: [], CronJob: ['jobTemplate', 'spec', 'template', 'spec'] }[kind];
  const workloads = ['Deployment', 'StatefulSet', 'DaemonSet', 'ReplicaSet', 'Job'];
  const path = within ?? (workloads.includes(kind) ? ['template', 'spec'] : undefined);
  if (path === undefined) return object;
  const fill = (spec: ValueMap): ValueMap => {
    if (kind === 'Service') return mapItems(spec, 'ports', withProtocol);
    return mapItems(spec, 'containers', (container) => mapItems(container, 'ports', withProtocol));
  };
  return changedBelow(object, ['spec', ...path], fill);
}

function withProtocol(port: ValueMap): ValueMap {
  return (stringAt(port, 'protocol') ?? '') === '' ? withEntry(port, 'protocol', 'TCP') : port;
}

function mapItems(map: ValueMap, key: string, change: (item: ValueMap) => ValueMap): ValueMap {
  const items = map.get(key);
  if (!Array.isArray(items)) return map;
  return withEntry(
    map,
    key,
    items.map((item: Value) => (isMap(item) ? change(item) : item)),
  );
}

function changedBelow(map: ValueMap, [key, ...rest]: readonly string[], change: (map: ValueMap) => ValueMap): ValueMap {
  if (key === undefined) return change(map);
  const below = mapAt(map, key);
  return below === undefined ? map : withEntry(map, key, changedBelow(below, rest, change));
}

/** What is to be applied after all dry runs went through. */
interface Planned {
  readonly applied: Applied;
  readonly object: ValueMap;
}

/**
 * Asks for every object what an apply would do, takes over managers, and then applies what differs: nothing is applied
 * where a dry run fails. Upstream: fluxcd/pkg ssa/manager_apply.go ApplyAll.
 */
function applyAll(session: ToolSession, all: readonly Applied[], settings: Settings, tell: Tell): string | undefined {
  const planned: Planned[] = [];
  for (const applied of all) {
    const plan = planOf(session, applied, settings);
    switch (plan.kind) {
      case 'failed':
        tell(applied.object, applied.manifest, 'failed', plan.message);
        return plan.message;
      case 'skipped':
        tell(applied.object, applied.manifest, 'skipped', plan.why);
        break;
      case 'unchanged':
        tell(applied.object, applied.manifest, 'applied');
        break;
      case 'apply':
        planned.push({ applied, object: plan.object });
        break;
    }
  }
  for (const { applied, object } of planned) {
    const answer = session.patch(applied.place, 'apply', object, { purpose: 'apply', query: new Map(forced) });
    if (answer.kind === 'refusal') {
      const message = `${shortName(object)} apply failed: ${answer.message}`;
      tell(applied.object, applied.manifest, 'failed', message);
      return message;
    }
    tell(applied.object, applied.manifest, 'applied');
  }
  return undefined;
}

const forced: readonly (readonly [string, string])[] = [
  ['fieldManager', fluxManager],
  ['force', 'true'],
];

type Plan =
  | { readonly kind: 'apply'; readonly object: ValueMap }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'skipped'; readonly why: string }
  | { readonly kind: 'failed'; readonly message: string };

function planOf(session: ToolSession, { object, place }: Applied, settings: Settings): Plan {
  const found = session.get(place);
  let live = found.kind === 'object' ? found.object : undefined;
  const skipped = skipReason(object, live);
  if (skipped !== undefined) return { kind: 'skipped', why: skipped };
  let dryRun = dryRunOf(session, place, object);
  if (dryRun.kind === 'refusal') {
    const isForced = [object, live].some((each) => each !== undefined && isTagged(each, 'force', 'enabled'));
    if (live === undefined || !isImmutable(dryRun) || !(settings.force || isForced)) {
      return { kind: 'failed', message: dryRunFailure(object, place, dryRun) };
    }
    const gone = deleteFirst(session, place, object);
    if (gone !== undefined) return gone;
    dryRun = dryRunOf(session, place, object);
    if (dryRun.kind === 'refusal') return { kind: 'failed', message: dryRunFailure(object, place, dryRun) };
  }
  const cleaned = cleanUp(session, place, object, live, settings);
  if (cleaned.kind === 'failed') return cleaned;
  live = cleaned.live;
  const ignored = live === undefined ? [] : ignoredPaths(dryRun.object, settings.ignore);
  if (!cleaned.changed && !hasDrifted(live, dryRun.object, ignored)) return { kind: 'unchanged' };
  if (live === undefined || ignored.length === 0) return { kind: 'apply', object };
  const fields = ignoredFields(live, dryRun.object, settings.ignore, fluxManager);
  return { kind: 'apply', object: withIgnored(object, fields) };
}

function dryRunOf(session: ToolSession, place: ObjectPlace, object: ValueMap) {
  const query = new Map([['dryRun', 'All'] as const, ...forced]);
  return session.patch(place, 'apply', object, { purpose: 'dry-run', query });
}

/** Why the controller does not apply an object. Upstream: fluxcd/pkg ssa/manager_apply.go shouldSkipApply. */
export function skipReason(object: ValueMap, live: ValueMap | undefined): string | undefined {
  for (const [name, value] of [
    ['reconcile', 'disabled'],
    ['ssa', 'Ignore'],
  ] as const) {
    if ([object, live].some((each) => each !== undefined && isTagged(each, name, value)))
      return `${fluxGroup}/${name}: ${value}`;
  }
  return live !== undefined && isTagged(object, 'ssa', 'IfNotPresent') ? `${fluxGroup}/ssa: IfNotPresent` : undefined;
}

/** Whether a label or an annotation of a controller's group has a value. Upstream: ssa/utils AnyInMetadata. */
export function isTagged(object: ValueMap, name: string, value: string, ofGroup = fluxGroup): boolean {
  return (['labels', 'annotations'] as const).some(
    (group) => tagOf(object, group, `${ofGroup}/${name}`)?.toLowerCase() === value.toLowerCase(),
  );
}

/** Upstream: fluxcd/pkg ssa/errors IsImmutableError. */
function isImmutable({ reason, message }: Refusal): boolean {
  return reason === 'Conflict' || reason === 'Invalid' || /is\simmutable|immutable\sfield/.test(message);
}

/** Upstream: fluxcd/pkg ssa/errors DryRunErr.Error. */
export function dryRunFailure(object: ValueMap, place: ObjectPlace, { reason, message, status }: Refusal): string {
  const name = shortName(object);
  if (reason === 'NotFound') {
    return place.namespace === '' ? `${name} namespace not specified: ${message}` : `${name} not found: ${message}`;
  }
  const causes = mapAt(status, 'details')?.get('causes');
  const isConflict =
    Array.isArray(causes) &&
    causes.some((each: Value) => isMap(each) && stringAt(each, 'reason') === 'FieldManagerConflict');
  const why = isConflict ? 'FieldManagerConflict' : reason;
  return `${name} dry-run failed${why === '' ? '' : ` (${why})`}: ${message}`;
}

/** `Deployment/prod/web`. Upstream: fluxcd/pkg ssa/utils/fmt.go FmtObjMetadata. */
export function shortName(object: ValueMap): string {
  const namespace = metadataText(object, 'namespace');
  return [kindOf(object), ...(namespace === '' ? [] : [namespace]), metadataText(object, 'name')].join('/');
}

/** Deletes an object that is to be created again. Returns the failure, if any. */
function deleteFirst(session: ToolSession, place: ObjectPlace, object: ValueMap): Plan | undefined {
  const failed = (what: string) =>
    ({ kind: 'failed', message: `${shortName(object)} immutable field detected, failed to ${what}` }) as const;
  const gone = session.remove(place, 'Background', 'recreate');
  if (gone.kind === 'refusal' && gone.reason !== 'NotFound') return failed(`delete object: ${gone.message}`);
  const left = session.get(place, 'recreate');
  if (left.kind === 'object') return failed('wait for object to be deleted: context deadline exceeded');
  return left.reason === 'NotFound' ? undefined : failed(`wait for object to be deleted: ${left.message}`);
}

type CleanedUp =
  | { readonly kind: 'cleaned'; readonly live: ValueMap | undefined; readonly changed: boolean }
  | { readonly kind: 'failed'; readonly message: string };

/** Takes out what others left and takes over their entries. Upstream: fluxcd/pkg ssa/manager_apply.go cleanupMetadata. */
function cleanUp(
  session: ToolSession,
  place: ObjectPlace,
  object: ValueMap,
  live: ValueMap | undefined,
  { overridden }: Settings,
): CleanedUp {
  const isLeft = [object, live].some((each) => each !== undefined && isTagged(each, 'ssa', 'Merge'));
  if (live === undefined || isLeft) return { kind: 'cleaned', live, changed: false };
  const removals = (['annotations', 'labels'] as const).flatMap((group) =>
    takenOut[group].flatMap((key) =>
      tagOf(live, group, key) === undefined
        ? []
        : [patchOperation('remove', `/metadata/${group}/${key.replaceAll('/', '~1')}`)],
    ),
  );
  const takeover = takeOver(live, takenManagers(fluxManager, overridden), fluxManager);
  const patch = [...removals, ...(takeover === undefined ? [] : [takeover])];
  if (patch.length === 0) return { kind: 'cleaned', live, changed: false };
  const query = new Map([['fieldManager', fluxManager]]);
  const answer = session.patch(place, 'json', patch, {
    purpose: takeover === undefined ? 'annotation' : 'migrate',
    query,
  });
  if (answer.kind === 'object') return { kind: 'cleaned', live: answer.object, changed: true };
  const message = `${shortName(live)} metadata.managedFields cleanup failed: ${answer.message}`;
  return { kind: 'failed', message };
}

/** Whether an apply would change an object. Upstream: fluxcd/pkg ssa/manager_diff.go hasDrifted. */
function hasDrifted(live: ValueMap | undefined, dryRun: ValueMap, ignored: readonly string[]): boolean {
  if (live === undefined || metadataText(dryRun, 'resourceVersion') === '') return true;
  const [before, after] = [live, dryRun].map((object) => withoutPaths(object, ignored));
  if (before === undefined || after === undefined) return true;
  const isSame = (group: string) =>
    equals(mapAt(metadataOf(before), group) ?? new Map(), mapAt(metadataOf(after), group) ?? new Map());
  if (!isSame('labels') || !isSame('annotations')) return true;
  const bare = (object: ValueMap) => withoutEntry(withoutEntry(object, 'metadata'), 'status');
  return !equals(bare(before), bare(after));
}

/** Deletes what the Kustomization had and no longer has. Upstream: fluxcd/pkg ssa/manager_delete.go DeleteAll. */
function prune(session: ToolSession, task: ToolTask, settings: Settings, tell: Tell): string | undefined {
  const errors: string[] = [];
  for (const { object } of stale(session, task, settings)) {
    const place = placeOf(session, object, task.namespace);
    if (place === undefined) continue;
    const live = session.get(place, 'prune');
    if (live.kind === 'refusal') continue;
    const skipped = keptReason(live.object, settings);
    if (skipped !== undefined) {
      tell(live.object, undefined, 'skipped', skipped);
      continue;
    }
    const gone = session.remove(place, 'Background', 'prune');
    if (gone.kind === 'object') tell(live.object, undefined, 'pruned');
    else {
      errors.push(`${shortName(object)} delete failed: ${gone.message};`);
      tell(live.object, undefined, 'failed', gone.message);
    }
  }
  return errors.length === 0 ? undefined : `delete failed, errors: ${errors.join('')}`;
}

/** The objects of the Kustomization that its manifests do not have, the last kinds first. */
function stale(session: ToolSession, task: ToolTask, settings: Settings): readonly { readonly object: ValueMap }[] {
  const key = (object: ValueMap) => {
    const place = placeOf(session, object, task.namespace);
    return [groupOf(object), kindOf(object), place?.namespace ?? '', metadataText(object, 'name')].join('/');
  };
  const wanted = new Set(task.manifests.map(({ value }) => key(value)));
  // The controller keeps an inventory of what it applied; without it, labels tell.
  const had = task.previous?.manifests ?? task.live.filter((object) => isOwned(object, settings));
  return had
    .filter((object) => !wanted.has(key(object)))
    .map((object) => ({ object }))
    .toSorted((a, b) => byOrder(b, a));
}

function isOwned(object: ValueMap, { name, namespace }: Settings): boolean {
  const has = (key: string, value: string) => tagOf(object, 'labels', `${fluxGroup}/${key}`) === value;
  return name !== '' && has('name', name) && has('namespace', namespace);
}

/** Upstream: kustomize-controller internal/controller/kustomization_controller.go deleteObjects. */
function keptReason(object: ValueMap, settings: Settings): string | undefined {
  if (!isOwned(object, settings)) return 'not of this Kustomization';
  for (const [name, value] of [
    ['prune', 'disabled'],
    ['reconcile', 'disabled'],
    ['ssa', 'Ignore'],
  ] as const) {
    if (isTagged(object, name, value)) return `${fluxGroup}/${name}: ${value}`;
  }
  return undefined;
}
