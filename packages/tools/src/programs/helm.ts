import type { ResourceVersion } from '@managed-fields/api-server';
import { decodeProblem } from '@managed-fields/kubectl';
import { isMap, metadataText, quote, stringAt, type ValueMap, withMetadata } from '@managed-fields/merge-engine';
import { change, create, type Info, type Method } from './helm-object.ts';
import { type ObjectEnd, type ToolProgram, type ToolTask, truth } from './program.ts';
import { ToolSession, tagOf, withTags } from './session.ts';

/** The manager of the program. Upstream: helm v4 cmd/helm/helm.go main. */
const manager = 'helm';

/** The annotation of what Helm creates around a release and deletes again, which is no part of it. */
const hook = 'helm.sh/hook';

function isHook(object: ValueMap): boolean {
  return tagOf(object, 'annotations', hook) !== undefined;
}

/**
 * `helm upgrade --install`, or `helm rollback`: an upgrade where there is a previous release, else an install. Hooks are
 * not run, and nothing is waited for. Upstream: helm pkg/action upgrade.go performUpgrade, install.go RunWithContext,
 * rollback.go performRollback.
 */
export const runHelm: ToolProgram = (cluster, task, host, now) => {
  const major = majorOf(task.version);
  const session = new ToolSession(cluster, host, now, `Helm/${task.version.replace(/^v/, '')}`);
  const ends = new Map<number | ValueMap, ObjectEnd>();
  const error = release(session, task, major, (info, end, message) =>
    ends.set(info.manifest ?? info.object, {
      object: info.object,
      manifest: info.manifest,
      end,
      ...(message === undefined ? {} : { message }),
    }),
  );
  for (const [index, { value }] of task.manifests.entries()) {
    if (ends.has(index)) continue;
    const end = isHook(value) ? 'skipped' : 'not-reached';
    ends.set(index, { object: value, manifest: index, end, ...(isHook(value) ? { message: hook } : {}) });
  }
  return { cluster: session.cluster, requests: session.requests, ends: [...ends.values()], error };
};

/** Told of the end of each object. */
export type Tell = (info: Info, end: ObjectEnd['end'], message?: string) => void;

/** Returns what Helm ends with; undefined where all went well. An upgrade says that it is one. */
function release(session: ToolSession, task: ToolTask, major: 3 | 4, tell: Tell): string | undefined {
  const command = task.options.get('command');
  const isUpgrade =
    !task.options.has('rollback') && (command === 'upgrade' || (command !== 'install' && task.previous));
  const method = methodOf(task, major, task.previous === undefined);
  const error = task.problem ?? released(session, task, method, tell);
  if (error === undefined || task.isUsage || task.options.has('rollback')) return error;
  return isUpgrade ? `UPGRADE FAILED: ${error}` : command === 'install' ? `INSTALLATION FAILED: ${error}` : error;
}

/** Makes a release, and returns what Helm's own code says where it fails. The option `release` is its name. */
export function released(session: ToolSession, task: ToolTask, method: Method, tell: Tell): string | undefined {
  const { previous, options } = task;
  const { major } = method;
  const name = options.get('release') ?? '';
  const isRollback = options.has('rollback');
  const original = previous && build(session, previous.manifests, task.namespace);
  const unable = 'unable to build kubernetes objects from';
  const undecodable = sortedForInstall(task).flatMap(([, object]) => decodeProblem(object) ?? [])[0];
  if (undecodable !== undefined) {
    // An upgrade validates its manifest first, and says no more.
    const words = `unable to decode "": ${undecodable}`;
    return original === undefined ? `${unable} release manifest: ${words}` : words;
  }
  const built = build(session, sortedForInstall(task), task.namespace);
  if (original !== undefined && 'failed' in original) return `${unable} current release manifest: ${original.failed}`;
  if ('failed' in built)
    return `${unable} ${original === undefined ? 'release' : 'new release'} manifest: ${built.failed}`;
  const target = built.infos.map((info) => ({ ...info, object: owned(info.object, name, task.namespace) }));
  const current = original?.infos ?? [];
  const known = new Set(current.map(exactKey));
  const fresh = isRollback ? [] : target.filter((info) => !known.has(exactKey(info)));
  const adopted = adoption(session, fresh, task, name, major);
  if ('failed' in adopted) {
    const verb = original === undefined ? 'install' : 'update';
    if (adopted.info !== undefined) tell(adopted.info, 'failed', adopted.failed);
    return `${major === 3 ? 'Unable' : 'unable'} to continue with ${verb}: ${adopted.failed}`;
  }
  if (original === undefined && adopted.infos.length === 0)
    return createAll(session, target, { ...method, forceConflicts: false }, tell);
  const contradiction = major === 3 ? undefined : contradictionIn(method);
  return contradiction ?? update(session, [...current, ...adopted.infos], target, method, tell);
}

/** Upstream: helm v4 pkg/kube/client.go Update. */
function contradictionIn({ serverSide, forceConflicts, replace }: Method): string | undefined {
  const both = (what: string) => `invalid operation: cannot use ${what} and force replace together`;
  if (forceConflicts && !serverSide) {
    return 'invalid client update option(s): forceConflicts enabled when serverSideApply disabled';
  }
  if (replace && forceConflicts) return both('force conflicts');
  return replace && serverSide ? both('server-side apply') : undefined;
}

function majorOf(version: string): 3 | 4 {
  return version.startsWith('v3') ? 3 : 4;
}

/**
 * How objects are written. Upstream: helm v4 pkg/action upgrade.go getUpgradeServerSideValue of the last revision, performUpgrade
 * of the deployed one, pkg/cmd/upgrade.go.
 */
export function methodOf(task: ToolTask, major: 3 | 4, isInstall: boolean): Method {
  const { options, previous } = task;
  const replace = truth(task, 'force-replace') || truth(task, 'force');
  const takesOwnership = truth(task, 'take-ownership');
  if (major === 3) {
    const client = { serverSide: false, forceConflicts: false, upgradesManagers: false };
    return { major, manager, ...client, replace, threeWay: isInstall && takesOwnership };
  }
  const chosen = options.get('server-side') ?? 'auto';
  const serverSide = chosen === 'auto' ? isInstall || previous?.serverSide === true : chosen !== 'false';
  const wasClientSide = (previous?.deployedServerSide ?? previous?.serverSide) !== true;
  return {
    major,
    manager,
    serverSide,
    forceConflicts: truth(task, 'force-conflicts'),
    replace,
    upgradesManagers: isInstall || options.has('rollback') || (wasClientSide && serverSide),
    threeWay: isInstall && takesOwnership && !serverSide,
  };
}

/** Upstream: helm pkg/release/v1/util/kind_sorter.go InstallOrder. */
const installOrder = [
  ...['PriorityClass', 'Namespace', 'NetworkPolicy', 'ResourceQuota', 'LimitRange', 'PodSecurityPolicy'],
  ...['PodDisruptionBudget', 'ServiceAccount', 'Secret', 'SecretList', 'ConfigMap', 'StorageClass', 'PersistentVolume'],
  ...['PersistentVolumeClaim', 'CustomResourceDefinition', 'ClusterRole', 'ClusterRoleList', 'ClusterRoleBinding'],
  ...['ClusterRoleBindingList', 'Role', 'RoleList', 'RoleBinding', 'RoleBindingList', 'Service', 'DaemonSet', 'Pod'],
  ...['ReplicationController', 'ReplicaSet', 'Deployment', 'HorizontalPodAutoscaler', 'StatefulSet', 'Job', 'CronJob'],
  ...['IngressClass', 'Ingress', 'APIService', 'MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration'],
];

/** The manifests in the order in which a release has them, each with its index. */
export function sortedForInstall({ manifests }: ToolTask): readonly (readonly [number, ValueMap])[] {
  const rank = (kind: string) => {
    const found = installOrder.indexOf(kind);
    return found < 0 ? installOrder.length : found;
  };
  return manifests
    .flatMap(({ value }, index) => (isHook(value) ? [] : [[index, value, stringAt(value, 'kind') ?? ''] as const]))
    .toSorted(([, , a], [, , b]) => {
      const order = rank(a) - rank(b);
      return order !== 0 || rank(a) < installOrder.length ? order : a < b ? -1 : a > b ? 1 : 0;
    })
    .map(([index, value]) => [index, value]);
}

/** Finds the kinds of objects and gives them their namespaces. Upstream: helm pkg/kube/client.go Build. */
function build(
  session: ToolSession,
  objects: readonly ValueMap[] | readonly (readonly [number, ValueMap])[],
  namespace: string,
): { readonly infos: readonly Info[] } | { readonly failed: string } {
  const infos: Info[] = [];
  const unknown: string[] = [];
  for (const each of objects) {
    const [manifest, value] = isMap(each) ? [undefined, each] : each;
    const version = session.versionOf(value);
    if (version === undefined) unknown.push(noMatch(value));
    else infos.push({ ...placed(value, version, namespace), manifest });
  }
  return unknown.length > 0
    ? { failed: unknown.length === 1 ? (unknown[0] ?? '') : `[${unknown.join(', ')}]` }
    : { infos };
}

/** Upstream: k8s.io/cli-runtime pkg/resource/mapper.go infoForData. */
function noMatch(object: ValueMap): string {
  const names = { name: metadataText(object, 'name'), namespace: metadataText(object, 'namespace') };
  const [apiVersion, kind] = [stringAt(object, 'apiVersion') ?? '', stringAt(object, 'kind') ?? ''];
  return (
    `resource mapping not found for name: ${quote(names.name)} namespace: ${quote(names.namespace)} from "": ` +
    `no matches for kind ${quote(kind)} in version ${quote(apiVersion)}\nensure CRDs are installed first`
  );
}

function placed(value: ValueMap, version: ResourceVersion, namespace: string): Omit<Info, 'manifest'> {
  const name = metadataText(value, 'name');
  if (!version.resource.namespaced) return { object: value, place: { version, namespace: '', name } };
  const own = metadataText(value, 'namespace') || namespace;
  return { object: withMetadata(value, 'namespace', own), place: { version, namespace: own, name } };
}

/** A release's own labels and annotations. Upstream: helm pkg/action/validate.go setMetadataVisitor. */
export function owned(object: ValueMap, release: string, namespace: string): ValueMap {
  const labelled = withTags(object, 'labels', { [managedBy]: 'Helm' });
  return withTags(labelled, 'annotations', { [releaseName]: release, [releaseNamespace]: namespace });
}

/** The label by which Helm knows its objects. */
const managedBy = 'app.kubernetes.io/managed-by';
/** The annotations by which Helm knows the objects of a release. */
export const releaseName = 'meta.helm.sh/release-name';
export const releaseNamespace = 'meta.helm.sh/release-namespace';

/** Upstream: helm pkg/action/upgrade.go objectKey. */
function exactKey({ place: { version, namespace, name } }: Info): string {
  return [version.apiVersion, version.resource.kind, namespace, name].join('/');
}

/** Upstream: helm pkg/kube/resource.go isMatchingInfo. */
function key({ place: { version, namespace, name } }: Info): string {
  return [version.resource.group, version.resource.kind, namespace, name].join('/');
}

/**
 * Finds which of the new objects are there already, and refuses those of others. Upstream: helm pkg/action/validate.go
 * existingResourceConflict, requireAdoption.
 */
function adoption(
  session: ToolSession,
  fresh: readonly Info[],
  task: ToolTask,
  release: string,
  major: 3 | 4,
): { readonly infos: readonly Info[] } | { readonly failed: string; readonly info?: Info } {
  const infos: Info[] = [];
  for (const info of fresh) {
    const text = `${info.place.version.resource.kind} ${quote(info.place.name)} in namespace ${quote(info.place.namespace)}`;
    const isGenerated = metadataText(info.object, 'generateName') !== '';
    if (major === 4 && isGenerated && info.place.name === '') continue;
    if (major === 4 && isGenerated)
      return { failed: 'metadata.name and metadata.generateName cannot both be set', info };
    const found = session.get(info.place);
    if (found.kind === 'refusal') {
      if (found.reason === 'NotFound') continue;
      return { failed: `could not get information about the resource ${text}: ${found.message}`, info };
    }
    const foreign = truth(task, 'take-ownership') ? undefined : foreignOwner(found.object, release, task.namespace);
    if (foreign !== undefined) {
      return { failed: `${text} exists and cannot be imported into the current release: ${foreign}`, info };
    }
    infos.push(info);
  }
  return { infos };
}

/** Why an object does not belong to a release. Upstream: helm pkg/action/validate.go checkOwnership, requireValue. */
function foreignOwner(object: ValueMap, release: string, namespace: string): string | undefined {
  const wrong = (group: 'labels' | 'annotations', name: string, value: string) => {
    const found = tagOf(object, group, name);
    if (found === value) return [];
    const what = group === 'labels' ? 'label' : 'annotation';
    return found === undefined
      ? [`${what} validation error: missing key ${quote(name)}: must be set to ${quote(value)}`]
      : [`${what} validation error: key ${quote(name)} must equal ${quote(value)}: current value is ${quote(found)}`];
  };
  const all = [
    ...wrong('labels', managedBy, 'Helm'),
    ...wrong('annotations', releaseName, release),
    ...wrong('annotations', releaseNamespace, namespace),
  ];
  return all.length === 0 ? undefined : `invalid ownership metadata; ${all.join('; ')}`;
}

/**
 * Creates objects, a kind after the other; what fails does not keep others from being tried. Conflicts are never forced,
 * whatever was asked for (pkg/action/install.go performInstall). Upstream: helm
 * pkg/kube/client.go Create, perform.
 */
function createAll(session: ToolSession, targets: readonly Info[], method: Method, tell: Tell): string | undefined {
  const errors: string[] = [];
  for (const info of targets) {
    const made = create(session, info, method);
    if (made.kind === 'object') tell(info, 'applied');
    else {
      errors.push(made.message);
      tell(info, 'failed', made.message);
    }
  }
  if (errors.length === 0) return undefined;
  if (method.major === 4) return errors.join('\n');
  // Upstream: github.com/hashicorp/go-multierror format.go ListFormatFunc.
  const head = errors.length === 1 ? '1 error occurred:' : `${errors.length} errors occurred:`;
  return `${head}\n\t* ${errors.join('\n\t* ')}\n\n`;
}

/**
 * Brings objects from one release to the next: creates what is missing, updates the others, and deletes what the next
 * does not have unless something failed. Upstream: helm pkg/kube/client.go update.
 */
function update(
  session: ToolSession,
  originals: readonly Info[],
  targets: readonly Info[],
  method: Method,
  tell: Tell,
): string | undefined {
  const errors: string[] = [];
  const byKey = new Map<string, Info>();
  // Of two with one name the first is taken.
  for (const each of originals) if (!byKey.has(key(each))) byKey.set(key(each), each);
  for (const info of targets) {
    const found = session.get(info.place);
    if (found.kind === 'refusal' && found.reason !== 'NotFound') {
      tell(info, 'failed', found.message);
      return `could not get information about the resource: ${found.message}`;
    }
    if (found.kind === 'refusal') {
      const made = create(session, info, method);
      if (made.kind === 'failed') {
        tell(info, 'failed', made.message);
        return `failed to create resource: ${made.message}`;
      }
      tell(info, 'applied');
      continue;
    }
    const original = byKey.get(key(info)) ?? baseline(session, info, found.object, method);
    const done = change(session, original, info, method);
    if (done.kind === 'object') tell(info, 'applied');
    else {
      errors.push(done.message);
      tell(info, 'failed', done.message);
    }
  }
  if (errors.length > 0) return errors.join(' && ');
  return deleteGone(session, originals, targets, method, tell);
}

/** An object that the last release does not have starts from its live state, which Helm 4 reads once more. */
function baseline(session: ToolSession, info: Info, live: ValueMap, { major }: Method): Info {
  const again = major === 4 ? session.get(info.place) : undefined;
  return { ...info, object: again?.kind === 'object' ? again.object : live };
}

/** Upstream: helm pkg/kube/client.go update, deleteResource. */
function deleteGone(
  session: ToolSession,
  originals: readonly Info[],
  targets: readonly Info[],
  { major }: Method,
  tell: Tell,
): string | undefined {
  const kept = new Set(targets.map(key));
  const errors: string[] = [];
  for (const info of originals) {
    if (kept.has(key(info))) continue;
    const live = session.get(info.place);
    if (live.kind === 'refusal') continue;
    if (tagOf(live.object, 'annotations', 'helm.sh/resource-policy') === 'keep') {
      tell({ ...info, object: live.object }, 'skipped', 'helm.sh/resource-policy: keep');
      continue;
    }
    const gone = session.remove(info.place, 'Background', 'prune');
    if (gone.kind === 'object') tell({ ...info, object: live.object }, 'pruned');
    else if (major === 4 && gone.reason !== 'NotFound') {
      const { version, namespace, name } = info.place;
      errors.push(
        `failed to delete resource namespace=${namespace}, name=${name}, kind=${version.resource.kind}: ${gone.message}`,
      );
      tell({ ...info, object: live.object }, 'failed', gone.message);
    }
  }
  return errors.length === 0 ? undefined : errors.join(' && ');
}
