import type { ObjectPlace } from '@managed-fields/api-server';
import type { ApplyOptions } from '@managed-fields/kubectl';
import {
  compareStrings,
  isDeleting,
  managedFieldsOf,
  mapAt,
  metadataText,
  stringAt,
  upgradeManagedFieldsPatch,
  type ValueMap,
  withMetadata,
} from '@managed-fields/merge-engine';
import { readArgoRules, withRulesOf } from './argo-ignore.ts';
import { respectIgnored } from './argo-respect.ts';
import { authReconcile, isReconciled } from './auth-reconcile.ts';
import { type ObjectEnd, type ToolProgram, type ToolTask, truth } from './program.ts';
import { groupOf, purposeOfApply, ToolSession, tagOf, withTags } from './session.ts';

/** The manager of Argo CD. Upstream: argo-cd common/common.go ArgoCDSSAManager. */
export const argoCdManager = 'argocd-controller';

/** The User-Agent of the controller, which is the manager of what it writes without naming one. */
const userAgent = 'argocd-application-controller';

/** The annotation by which Argo CD knows its objects. Upstream: argo-cd util/argo/resource_tracking.go. */
export const trackingId = 'argocd.argoproj.io/tracking-id';

const syncOptions = 'argocd.argoproj.io/sync-options';
const syncWave = 'argocd.argoproj.io/sync-wave';

/** One object of a sync: to be applied, or to be pruned where no manifest has it. */
interface Task {
  readonly target: ValueMap | undefined;
  readonly live: ValueMap | undefined;
  readonly place: ObjectPlace;
  readonly manifest: number | undefined;
  readonly wave: number;
}

type Tell = (of: Pick<Task, 'target' | 'live' | 'manifest'>, end: ObjectEnd['end'], message?: string) => void;

/**
 * One sync of an Application: a dry run of everything, then wave after wave what is pruned and what is applied. Hooks are
 * not run, and health is not waited for. Upstream: argo-cd gitops-engine pkg/sync/sync_context.go Sync, runTasks.
 */
export const runArgoCd: ToolProgram = (cluster, task, host, now) => {
  const session = new ToolSession(cluster, host, now, userAgent);
  const ends = new Map<number | ValueMap, ObjectEnd>();
  const tell: Tell = ({ target, live, manifest }, end, message) => {
    const object = target ?? live ?? new Map();
    ends.set(manifest ?? object, { object, manifest, end, ...(message === undefined ? {} : { message }) });
  };
  const error = sync(session, task, tell);
  for (const [index, { value }] of task.manifests.entries()) {
    if (!ends.has(index)) ends.set(index, { object: value, manifest: index, end: 'not-reached' });
  }
  return { cluster: session.cluster, requests: session.requests, ends: [...ends.values()], error };
};

function sync(session: ToolSession, task: ToolTask, tell: Tell): string | undefined {
  const tasks: Task[] = [];
  for (const [manifest, { value }] of task.manifests.entries()) {
    if (isHook(value)) {
      tell({ target: value, live: undefined, manifest }, 'skipped', 'a hook');
      continue;
    }
    const place = placeOf(session, value, task.namespace);
    if (place === undefined) {
      tell({ target: value, live: undefined, manifest }, 'failed', unknownKind(value, task.namespace));
      const version = stringAt(value, 'apiVersion') ?? '';
      const why = `failed to discover server resources for group version ${version}: the server could not find the requested resource`;
      return `one or more synchronization tasks are not valid: ${why}`;
    }
    const target = tracked(withNamespace(value, place), place, task);
    tasks.push({ target, live: session.peek(place), place, manifest, wave: waveOf(target) });
  }
  if (task.options.get('RespectIgnoreDifferences') === 'true') {
    const failed = respect(session, task, tasks);
    if (failed !== undefined) return failed;
  }
  const pruned = stale(session, task, tasks);
  const all = [...tasks, ...withReversedWaves(pruned, truth(task, 'PruneLast'), tasks)];
  const ordered = withDefinitionsFirst(all.toSorted(byOrder));
  const tried = ordered.filter(({ target }) => target !== undefined);
  // A sync applies nothing where any dry run fails.
  const dry = tried
    .map((each) => [each, dryRun(session, each, task)] as const)
    .filter(([, failed]) => failed !== undefined);
  if (dry.length > 0) {
    for (const [each, failed] of dry) tell(each, 'failed', failed);
    return 'one or more objects failed to apply (dry run)';
  }
  return runWaves(session, ordered, task, tell);
}

/** Gives the tasks what `RespectIgnoreDifferences=true` has applied; returns what the sync fails with. */
function respect(session: ToolSession, task: ToolTask, tasks: Task[]): string | undefined {
  const read = readArgoRules(task.options.get('ignoreDifferences') ?? '[]');
  if (read.kind !== 'rules') return 'ignoreDifferences cannot be read';
  const rules = withRulesOf(
    tasks.flatMap(({ target }) => target ?? []),
    read.rules,
  );
  for (const [index, each] of tasks.entries()) {
    const { target, live, place } = each;
    if (target === undefined || live === undefined) continue;
    const respected = respectIgnored(session, { target, live, version: place.version }, rules, trackingId);
    if (respected.kind === 'error') return `Failed to normalize target resources: ${respected.message}`;
    tasks[index] = { ...each, target: respected.target };
  }
  return undefined;
}

function runWaves(session: ToolSession, ordered: readonly Task[], task: ToolTask, tell: Tell): string | undefined {
  const waves = [...new Set(ordered.map(({ wave }) => wave))].toSorted((a, b) => a - b);
  for (const wave of waves) {
    const here = ordered.filter((each) => each.wave === wave);
    const failed: string[] = [];
    let isAnyDone = false;
    const say = (each: Task, ended: Ended) => {
      tell(each, ended.end, ended.message);
      if (ended.end === 'failed') failed.push(ended.message ?? '');
      else isAnyDone = true;
    };
    // What is pruned goes first, and nothing is applied where that fails.
    for (const each of here) if (each.target === undefined) say(each, prune(session, each, task));
    for (const kinds of failed.length > 0 ? [] : byKind(here)) {
      for (const each of kinds) {
        const ended = applyOne(session, each, task);
        // A definition is waited for, and here is served at once. Upstream: sync_context.go ensureCRDReady.
        if (ended.end === 'applied' && each.target !== undefined && isDefinition(each.target)) session.get(each.place);
        say(each, ended);
      }
    }
    if (failed.length > 0) {
      // Where others went through, the controller comes back to the sync and finds it failed.
      const what = isAnyDone ? 'synchronization tasks completed unsuccessfully' : 'objects failed to apply';
      return `one or more ${what}, reason: ${failed.join(',')}`;
    }
  }
  return undefined;
}

/**
 * Whether an object is created around a sync, and by it alone; hooks of Helm are such, too. Upstream: gitops-engine
 * pkg/sync/hook/hook.go IsHook, pkg/sync/hook/helm/hook.go IsHook.
 */
function isHook(object: ValueMap): boolean {
  if (tagOf(object, 'annotations', 'argocd.argoproj.io/hook') !== undefined) return true;
  return (tagOf(object, 'annotations', 'helm.sh/hook') ?? 'crd-install') !== 'crd-install';
}

/** Upstream: gitops-engine pkg/utils/kube/kube.go ServerResourceForGroupVersionKind. */
function unknownKind(object: ValueMap, namespace: string): string {
  const kind = stringAt(object, 'kind') ?? '';
  const name = `${metadataText(object, 'namespace') || namespace}/${metadataText(object, 'name')}`;
  return `The Kubernetes API could not find ${groupOf(object)}/${kind} for requested resource ${name}. Make sure the "${kind}" CRD is installed on the destination cluster.`;
}

interface Ended {
  readonly end: ObjectEnd['end'];
  readonly message?: string;
}

function placeOf(session: ToolSession, object: ValueMap, namespace: string): ObjectPlace | undefined {
  const version = session.versionOf(object);
  if (version === undefined) return undefined;
  const own = version.resource.namespaced ? metadataText(object, 'namespace') || namespace : '';
  return { version, namespace: own, name: metadataText(object, 'name') };
}

/** Upstream: argo-cd controller/state.go CompareAppState. */
function withNamespace(object: ValueMap, { namespace }: ObjectPlace): ValueMap {
  return withMetadata(object, 'namespace', namespace === '' ? undefined : namespace);
}

/** The name of the Application, where it is known: only then objects are tracked. */
function applicationOf({ options }: ToolTask): string {
  return options.get('application') ?? options.get('app') ?? '';
}

/** Upstream: argo-cd util/argo/resource_tracking.go BuildAppInstanceValue. */
function tracked(object: ValueMap, { version, name }: ObjectPlace, task: ToolTask): ValueMap {
  const application = applicationOf(task);
  if (application === '' || isDefinition(object)) return object;
  const { group, kind } = version.resource;
  const namespace = metadataText(object, 'namespace') || task.namespace;
  return withTags(object, 'annotations', { [trackingId]: `${application}:${group}/${kind}:${namespace}/${name}` });
}

function isDefinition(object: ValueMap): boolean {
  return stringAt(object, 'kind') === 'CustomResourceDefinition' && groupOf(object) === 'apiextensions.k8s.io';
}

/** Upstream: gitops-engine pkg/sync/syncwaves/waves.go Wave. */
function waveOf(object: ValueMap): number {
  const text = tagOf(object, 'annotations', syncWave) ?? '';
  return /^[+-]?\d+$/.test(text) ? Number(text) : 0;
}

/** Upstream: gitops-engine pkg/sync/sync_tasks.go kindOrder. */
const kinds = [
  ...['Namespace', 'NetworkPolicy', 'ResourceQuota', 'LimitRange', 'PodSecurityPolicy', 'PodDisruptionBudget'],
  ...['ServiceAccount', 'Secret', 'SecretList', 'ConfigMap', 'StorageClass', 'PersistentVolume'],
  ...['PersistentVolumeClaim', 'CustomResourceDefinition', 'ClusterRole', 'ClusterRoleList', 'ClusterRoleBinding'],
  ...['ClusterRoleBindingList', 'Role', 'RoleList', 'RoleBinding', 'RoleBindingList', 'Service', 'DaemonSet', 'Pod'],
  ...['ReplicationController', 'ReplicaSet', 'Deployment', 'HorizontalPodAutoscaler', 'StatefulSet', 'Job', 'CronJob'],
  ...['IngressClass', 'Ingress', 'APIService'],
];

function kindOf({ target, live }: Task): string {
  return stringAt(target ?? live ?? new Map(), 'kind') ?? '';
}

function byOrder(a: Task, b: Task): number {
  const rank = (task: Task) => {
    const found = kinds.indexOf(kindOf(task));
    return found < 0 ? kinds.length : found;
  };
  return a.wave - b.wave || rank(a) - rank(b) || compareStrings(a.place.name, b.place.name);
}

/** Namespaces and definitions come before what needs them. Upstream: gitops-engine pkg/sync/sync_tasks.go Sort. */
function withDefinitionsFirst(tasks: readonly Task[]): readonly Task[] {
  const isEarly = ({ target }: Task) => target !== undefined && isDefinition(target);
  const defined = new Set(
    tasks.filter(isEarly).map(({ target }) => {
      const spec = mapAt(target, 'spec');
      return `${stringAt(spec, 'group') ?? ''}/${stringAt(mapAt(spec, 'names'), 'kind') ?? ''}`;
    }),
  );
  const first = tasks.findIndex((each) => defined.has(`${groupOf(each.target ?? new Map())}/${kindOf(each)}`));
  const late = first < 0 ? [] : tasks.slice(first).filter(isEarly);
  if (late.length === 0) return tasks;
  const wave = tasks[first]?.wave ?? 0;
  const moved = late.map((each) => ({ ...each, wave: Math.min(each.wave, wave) }));
  return [...tasks.slice(0, first), ...moved, ...tasks.slice(first).filter((each) => !isEarly(each))];
}

/** Objects of one kind are applied at the same time. */
function byKind(tasks: readonly Task[]): readonly (readonly Task[])[] {
  const groups: Task[][] = [];
  for (const task of tasks) {
    if (task.target === undefined) continue;
    const last = groups.at(-1);
    if (last?.[0] !== undefined && kindOf(last[0]) === kindOf(task)) last.push(task);
    else groups.push([task]);
  }
  return groups;
}

/** Whether an object asks for an option. Upstream: gitops-engine pkg/sync/resource/annotations.go HasAnnotationOption. */
function asks(object: ValueMap | undefined, option: string): boolean {
  return optionsOf(object).includes(option);
}

function optionsOf(object: ValueMap | undefined): readonly string[] {
  const text = object === undefined ? undefined : tagOf(object, 'annotations', syncOptions);
  return text === undefined ? [] : text.split(',').map((each) => each.trim());
}

function optionValue(object: ValueMap | undefined, name: string): string | undefined {
  return optionsOf(object)
    .find((each) => each.startsWith(`${name}=`))
    ?.slice(name.length + 1);
}

function forces({ target, live }: Task, task: ToolTask): boolean {
  return truth(task, 'Force') || asks(target, 'Force=true') || asks(live, 'Force=true');
}

function replaces({ target, live }: Task, task: ToolTask): boolean {
  return truth(task, 'Replace') || asks(target, 'Replace=true') || asks(live, 'Replace=true');
}

/** Upstream: sync_context.go shouldUseServerSideApply. */
function isServerSide({ target }: Task, task: ToolTask): boolean {
  if (asks(target, 'ServerSideApply=false')) return false;
  return truth(task, 'ServerSideApply') || asks(target, 'ServerSideApply=true');
}

/** What kubectl says of a dry run at the client; undefined where nothing is wrong. */
function dryRun(session: ToolSession, each: Task, task: ToolTask): string | undefined {
  const { target } = each;
  // A replace is not read from the cluster before.
  if (target === undefined || replaces(each, task)) return undefined;
  const failed = reconciled(session, each, false, true);
  if (failed !== undefined) return failed;
  const options = { ...optionsFor(each, task, false), dryRun: 'client', force: false } as const;
  return cleaned(session.apply(target, options, () => 'dry-run').failure);
}

/**
 * Roles and bindings go through `kubectl auth reconcile` before they are applied client-side; returns the words that it
 * fails with. Upstream: gitops-engine pkg/utils/kube/resource_ops.go ApplyResource, rbacReconcile.
 */
function reconciled(
  session: ToolSession,
  { target, place }: Task,
  serverSide: boolean,
  dryRun: boolean,
): string | undefined {
  if (target === undefined || serverSide || !isReconciled(target)) return undefined;
  const failed = authReconcile(session, place, target, dryRun);
  return failed === undefined ? undefined : `error running kubectl auth reconcile: ${failed}`;
}

function optionsFor({ place }: Task, task: ToolTask, serverSide: boolean): Omit<ApplyOptions, 'dryRun' | 'force'> {
  const manager = task.manager ?? argoCdManager;
  return { manager, serverSide, forceConflicts: serverSide, namespace: place.namespace };
}

/** Upstream: gitops-engine pkg/utils/kube/kube.go cleanKubectlOutput. */
function cleaned(text: string | undefined): string | undefined {
  return text
    ?.trim()
    .replace(/^(?:error: )?(?:error validating|error when creating) "\S+": /, '')
    .replace(/map\[.*\]/, '')
    .replace(/^error when applying patch:[\s\S]*\nfor: "\S+": /, '')
    .replaceAll('; if you choose to ignore these errors, turn validation off with --validate=false', '');
}

/** Upstream: sync_context.go applyObject. */
function applyOne(session: ToolSession, each: Task, task: ToolTask): Ended {
  const { target, live, place } = each;
  if (target === undefined) return { end: 'skipped' };
  const serverSide = isServerSide(each, task);
  if (serverSide && live !== undefined && task.options.get('ClientSideApplyMigration') !== 'false') {
    const failed = migrate(session, live, place, task);
    if (failed !== undefined) {
      const key = `${place.version.resource.group}/${place.version.resource.kind}/${place.namespace}/${place.name}`;
      return { end: 'failed', message: `Failed to perform client-side apply migration for ${key}: ${failed}` };
    }
  }
  if (replaces(each, task)) return replaceOne(session, each, target, task);
  const refused = reconciled(session, each, serverSide, false);
  if (refused !== undefined) return { end: 'failed', message: refused };
  // Force has no meaning server-side, where conflicts are forced anyway.
  const force = !serverSide && forces(each, task);
  const options = { ...optionsFor(each, task, serverSide), dryRun: 'none', force } as const;
  const applied = session.apply(target, options, purposeOfApply);
  const failure = cleaned(applied.failure);
  return failure === undefined ? { end: 'applied', message: applied.output } : { end: 'failed', message: failure };
}

/** Upstream: sync_context.go needsClientSideApplyMigration, performCSAUpgradeMigration. */
function migrate(session: ToolSession, live: ValueMap, place: ObjectPlace, task: ToolTask): string | undefined {
  const from = task.options.get('client-side-apply-migration-manager') ?? 'kubectl-client-side-apply';
  if (!hasUpdateEntry(live, from)) return undefined;
  const fresh = session.get(place, 'migrate');
  if (fresh.kind === 'refusal') return `failed to get fresh object for CSA migration: ${fresh.message}`;
  if (!hasUpdateEntry(fresh.object, from)) return undefined;
  const upgrade = upgradeManagedFieldsPatch(fresh.object, [from], task.manager ?? argoCdManager);
  if (upgrade.kind === 'error') return `failed to generate csaupgrade migration patch: ${upgrade.message}`;
  if (upgrade.patch === undefined) return undefined;
  const moved = session.patch(place, 'json', upgrade.patch, { purpose: 'migrate' });
  return moved.kind === 'object' ? undefined : moved.message;
}

function hasUpdateEntry(object: ValueMap, manager: string): boolean {
  const entries = managedFieldsOf(object);
  return entries.some((each) => stringAt(each, 'manager') === manager && stringAt(each, 'operation') === 'Update');
}

/** Upstream: sync_context.go applyObject, for Replace=true; gitops-engine resource_ops.go ReplaceResource. */
function replaceOne(session: ToolSession, each: Task, target: ValueMap, task: ToolTask): Ended {
  const { live, place } = each;
  const { kind } = place.version.resource;
  const name = `${kind.toLowerCase()}${place.version.resource.group === '' ? '' : `.${place.version.resource.group}`}/${place.name}`;
  if (live === undefined) {
    const fieldValidation = task.options.get('Validate') === 'false' ? 'Ignore' : 'Strict';
    const query = new Map([['fieldValidation', fieldValidation]]);
    const made = session.create(place, target, { purpose: 'create', query });
    return made.kind === 'object'
      ? { end: 'applied', message: `${name} created` }
      : { end: 'failed', message: made.message };
  }
  // Neither definitions nor namespaces are replaced, since what is in them could go with them.
  if (isDefinition(target) || kind === 'Namespace') {
    const version = metadataText(live, 'resourceVersion');
    const answer = session.replace(place, withMetadata(target, 'resourceVersion', version), { purpose: 'replace' });
    return answer.kind === 'object'
      ? { end: 'applied', message: `${kind}/${place.name} updated` }
      : { end: 'failed', message: answer.message };
  }
  if (forces(each, task)) return recreate(session, place, target, name);
  const now = session.get(place, 'replace');
  const version = now.kind === 'object' ? metadataText(now.object, 'resourceVersion') : '';
  const answer = session.replace(place, withMetadata(target, 'resourceVersion', version), { purpose: 'replace' });
  return answer.kind === 'object'
    ? { end: 'applied', message: `${name} replaced` }
    : { end: 'failed', message: `error when replacing "manifest": ${answer.message}` };
}

function recreate(session: ToolSession, place: ObjectPlace, target: ValueMap, name: string): Ended {
  const gone = session.remove(place, 'Background', 'recreate');
  if (gone.kind === 'refusal' && gone.reason !== 'NotFound') return { end: 'failed', message: gone.message };
  const left = session.get(place, 'recreate');
  if (left.kind === 'object') return { end: 'failed', message: 'timed out waiting for the condition' };
  const made = session.create(place, target, { purpose: 'create' });
  return made.kind === 'object'
    ? { end: 'applied', message: `${name} replaced` }
    : { end: 'failed', message: made.message };
}

/** The objects of the Application that its manifests do not have. */
function stale(session: ToolSession, task: ToolTask, wanted: readonly Task[]): readonly Task[] {
  const application = applicationOf(task);
  if (application === '') return [];
  const key = ({ version, namespace, name }: ObjectPlace) =>
    [version.resource.group, version.resource.kind, namespace, name].join('/');
  const kept = new Set(wanted.map(({ place }) => key(place)));
  return task.live.flatMap((live): Task[] => {
    const isOwn = tagOf(live, 'annotations', trackingId)?.startsWith(`${application}:`) === true;
    const place = isOwn ? placeOf(session, live, task.namespace) : undefined;
    if (place === undefined || kept.has(key(place))) return [];
    return [{ target: undefined, live, place, manifest: undefined, wave: waveOf(live) }];
  });
}

/** What is pruned goes in the reverse order of its waves. Upstream: sync_context.go getSyncTasks. */
function withReversedWaves(pruned: readonly Task[], isLast: boolean, others: readonly Task[]): readonly Task[] {
  const waves = [...new Set(pruned.map(({ wave }) => wave))].toSorted((a, b) => a - b);
  const swapped = pruned.map((each) => ({ ...each, wave: waves[waves.length - 1 - waves.indexOf(each.wave)] ?? 0 }));
  const end = Math.max(0, ...[...others, ...swapped].map(({ wave }) => wave)) + 1;
  return swapped.map((each) => (isLast || asks(each.live, 'PruneLast=true') ? { ...each, wave: end } : each));
}

/** Upstream: sync_context.go pruneObject. */
function prune(session: ToolSession, { live, place }: Task, task: ToolTask): Ended {
  if (!truth(task, 'prune')) return { end: 'skipped', message: 'ignored (requires pruning)' };
  const chosen = optionValue(live, 'Prune') ?? task.options.get('Prune');
  if (chosen === 'false') return { end: 'skipped', message: 'ignored (no prune)' };
  if (chosen === 'confirm') return { end: 'skipped', message: 'waiting for pruning confirmation' };
  if (live !== undefined && isDeleting(live)) return { end: 'pruned', message: 'pruned' };
  const policy = task.options.get('PrunePropagationPolicy') === 'background' ? 'Background' : 'Foreground';
  const gone = session.remove(place, policy, 'prune');
  return gone.kind === 'object' ? { end: 'pruned', message: 'pruned' } : { end: 'failed', message: gone.message };
}
