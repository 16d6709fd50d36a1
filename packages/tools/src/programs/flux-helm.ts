import type { ObjectPlace } from '@managed-fields/api-server';
import {
  equals,
  mapAt,
  metadataOf,
  metadataText,
  stringAt,
  type Value,
  type ValueMap,
  withEntry,
  withMetadata,
  withoutEntry,
} from '@managed-fields/merge-engine';
import { byOrder, dryRunFailure, isTagged, normalized, placeOf, shortName } from './flux.ts';
import { type IgnoreRule, ignoredPaths, readIgnoreRules, withoutPaths } from './flux-ignore.ts';
import { takeOver, withBothOperations } from './flux-managers.ts';
import { methodOf, owned, released, sortedForInstall } from './helm.ts';
import type { Method } from './helm-object.ts';
import { deployedOf, revisionsOf } from './helm-release.ts';
import { jsonDifference, type Operation } from './json-difference.ts';
import { type ObjectEnd, type ToolProgram, type ToolTask, truth } from './program.ts';
import { patchOperation, type Refusal, ToolSession, tagOf, withTags } from './session.ts';

/** The manager of Flux's helm-controller. Upstream: helm-controller main.go controllerName. */
export const fluxHelmManager = 'helm-controller';

/** The group of the labels of a HelmRelease. */
export const fluxHelmGroup = 'helm.toolkit.fluxcd.io';

/** A HelmRelease, as far as it is played. */
interface HelmRelease {
  readonly name: string;
  readonly namespace: string;
  readonly release: string;
}

/**
 * The HelmRelease that is meant. The release is in the namespace of the task; where the HelmRelease is in another one, that is
 * its target namespace. Upstream: helm-controller api/v2 helmrelease_types.go GetReleaseName.
 */
export function helmReleaseOf({ options, namespace }: ToolTask): HelmRelease {
  const named = options.get('helmrelease') ?? '';
  const slash = named.indexOf('/');
  const name = named.slice(slash + 1);
  const own = slash < 0 ? namespace : named.slice(0, slash);
  return {
    name,
    namespace: own,
    release: options.get('releaseName') ?? (own === namespace ? name : `${namespace}-${name}`),
  };
}

/**
 * A task with the last release from the cluster, which an upgrade starts from. Upstream: helm v4 pkg/action upgrade.go
 * prepareUpgrade.
 */
export function fluxReleaseOf(task: ToolTask): ToolTask {
  if (task.previous !== undefined) return task;
  const revisions = revisionsOf(task, helmReleaseOf(task).release);
  const [last] = revisions;
  if (last === undefined || last.status === 'uninstalled') return task;
  return { ...task, previous: deployedOf(revisions, last) };
}

type Tell = (object: ValueMap, manifest: number | undefined, end: ObjectEnd['end'], message?: string) => void;

/**
 * One reconciliation of a HelmRelease by helm-controller: an installation or an upgrade by Helm 4, unless the last release is
 * of the same manifests, and then the detection and correction of drift. Remediation, tests and waiting are not played.
 * Upstream: helm-controller internal/reconcile/atomic_release.go Reconcile, state.go DetermineReleaseState.
 */
export const runFluxHelm: ToolProgram = (cluster, task, host, now) => {
  const session = new ToolSession(cluster, host, now, fluxHelmManager);
  const ends = new Map<number | ValueMap, ObjectEnd>();
  const tell: Tell = (object, manifest, end, message) =>
    ends.set(manifest ?? object, { object, manifest, end, ...(message === undefined ? {} : { message }) });
  const error = reconcile(session, labelled(task), tell);
  for (const [index, { value }] of task.manifests.entries()) {
    if (ends.has(index)) continue;
    const isHook = tagOf(value, 'annotations', 'helm.sh/hook') !== undefined;
    tell(value, index, isHook ? 'skipped' : 'not-reached', isHook ? 'helm.sh/hook' : undefined);
  }
  return { cluster: session.cluster, requests: session.requests, ends: [...ends.values()], error };
};

/** Manifests with the labels of the HelmRelease. Upstream: helm-controller internal/postrender/common_renderer.go. */
export function labelled(task: ToolTask): ToolTask {
  const { name, namespace } = helmReleaseOf(task);
  const labels = { [`${fluxHelmGroup}/name`]: name, [`${fluxHelmGroup}/namespace`]: namespace };
  const manifests = task.manifests.map((each) => ({ ...each, value: withTags(each.value, 'labels', labels) }));
  return { ...task, manifests };
}

function reconcile(session: ToolSession, task: ToolTask, tell: Tell): string | undefined {
  if (isInSync(task)) {
    for (const [manifest, object] of sortedForInstall(task)) {
      tell(object, manifest, 'skipped', 'release in-sync with desired state');
    }
  } else {
    const failed = release(session, task, tell);
    if (failed !== undefined) return failed;
  }
  const mode = task.options.get('driftDetection.mode') ?? '';
  if (mode !== 'enabled' && mode !== 'warn') return undefined;
  const found = detectDrift(session, task);
  if (found.error !== undefined) return found.error;
  if (mode === 'warn' || found.drifts.length === 0) return undefined;
  const failed = correct(session, found.drifts, tell);
  const again = detectDrift(session, task);
  if (failed.length > 0) return correctionFailure(task, failed, found.drifts);
  return again.error ?? (again.drifts.length > 0 ? 'must requeue' : undefined);
}

/**
 * Whether the last release is deployed and has the same manifests: neither the chart nor the values have changed then, as far
 * as manifests show it. Upstream: helm-controller internal/action/verify.go VerifyRelease.
 */
function isInSync(task: ToolTask): boolean {
  const { previous } = task;
  if (previous === undefined) return false;
  const [last] = revisionsOf(task, helmReleaseOf(task).release);
  if (last !== undefined && last.status !== 'deployed') return false;
  const wanted = sortedForInstall(task);
  return (
    wanted.length === previous.manifests.length &&
    wanted.every(([, object]) => previous.manifests.some((each) => equals(each, object)))
  );
}

/** Upstream: helm-controller internal/action/install.go Install, upgrade.go Upgrade. */
function release(session: ToolSession, task: ToolTask, tell: Tell): string | undefined {
  const options = new Map([...task.options, ['release', helmReleaseOf(task).release]]);
  const helmTask: ToolTask = { ...task, options: asHelm(task, options) };
  const method: Method = { ...methodOf(helmTask, 4, task.previous === undefined), manager: fluxHelmManager };
  const forced = { ...method, forceConflicts: method.serverSide, replace: method.replace && !method.serverSide };
  return released(session, helmTask, forced, (info, end, message) => tell(info.object, info.manifest, end, message));
}

/** The options of Helm itself. Upstream: helm-controller internal/action newInstall, newUpgrade. */
function asHelm(task: ToolTask, options: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const isInstall = task.previous === undefined;
  const action = isInstall ? 'install' : 'upgrade';
  const isServerSide = options.get('install.serverSideApply') ?? String(!truth(task, 'UseHelm3Defaults'));
  const modes: Readonly<Record<string, string>> = { enabled: 'true', disabled: 'false' };
  const mode = options.get('upgrade.serverSideApply') ?? 'auto';
  return new Map([
    ['release', options.get('release') ?? ''],
    ['server-side', isInstall ? isServerSide : (modes[mode] ?? mode)],
    ['force-replace', String(!isInstall && truth(task, 'upgrade.force'))],
    ['take-ownership', String(!truth(task, `${action}.disableTakeOwnership`))],
  ]);
}

/** An object that is not as the release has it. */
interface Drift {
  readonly object: ValueMap;
  readonly place: ObjectPlace;
  readonly manifest: number;
  /** Undefined where the object is not there. */
  readonly patch: readonly Operation[] | undefined;
}

interface Detected {
  readonly drifts: readonly Drift[];
  /** What the controller ends with; where anything has drifted, errors are only logged. */
  readonly error: string | undefined;
}

/**
 * Compares each object of the release with what a forced apply of it would make, after the entries of some managers were taken
 * over. Upstream: helm-controller internal/action/diff.go Diff; fluxcd/pkg ssa/jsondiff/unstructured.go UnstructuredList.
 */
function detectDrift(session: ToolSession, task: ToolTask): Detected {
  const fail = (why: string): Detected => ({
    drifts: [],
    error: `cannot determine release state: unable to determine cluster state: ${why}`,
  });
  const objects = objectsOf(session, task);
  const overridden = (task.options.get('override-manager') ?? '').split(',').filter((each) => each !== '');
  for (const { place } of overridden.length === 0 ? [] : objects) {
    const failed = takeOverAt(session, place, overridden);
    if (failed !== undefined) return fail(`failed to clean-up disallowed field managers: ${failed}`);
  }
  const rules = readIgnoreRules(task.options.get('driftDetection.ignore') ?? '[]') ?? [];
  const drifts: Drift[] = [];
  const errors = new Set<string>();
  for (const each of objects) {
    const found = driftOf(session, each, rules);
    if (found.kind === 'failed') errors.add(found.message);
    if (found.kind === 'drift') drifts.push({ ...each, patch: found.patch });
  }
  if (errors.size === 0 || drifts.length > 0) return { drifts, error: undefined };
  const all = [...errors];
  return fail(all.length === 1 ? (all[0] ?? '') : `[${all.join(', ')}]`);
}

/** The objects of the release as they are compared. Upstream: helm-controller internal/action/diff.go setHelmMetadata. */
function objectsOf(session: ToolSession, task: ToolTask): readonly Omit<Drift, 'patch'>[] {
  const { release } = helmReleaseOf(task);
  return sortedForInstall(task).flatMap(([manifest, value]) => {
    const place = placeOf(session, value, task.namespace);
    if (place === undefined) return [];
    const object = owned(throughScheme(value, place), release, task.namespace);
    const placed = place.namespace === '' ? object : withMetadata(object, 'namespace', place.namespace);
    return [{ object: placed, place, manifest }];
  });
}

/**
 * An object as it comes out of its Go type. Helm makes definitions known to that scheme, which kustomize-controller does not,
 * so they have a status. Upstream: helm v4 pkg/kube/client.go init; fluxcd/pkg ssa/normalize/normalize.go.
 */
function throughScheme(object: ValueMap, place: ObjectPlace): ValueMap {
  const made = normalized(object, place);
  if (stringAt(object, 'kind') !== 'CustomResourceDefinition') return made;
  return withEntry(made, 'status', new Map([...statusOfDefinition, ...(mapAt(made, 'status') ?? [])]));
}

/** Upstream: k8s.io/apiextensions-apiserver pkg/apis/apiextensions/v1 types.go CustomResourceDefinitionStatus. */
const statusOfDefinition: readonly (readonly [string, Value])[] = [
  ['conditions', null],
  [
    'acceptedNames',
    new Map([
      ['plural', ''],
      ['kind', ''],
    ]),
  ],
  ['storedVersions', null],
];

/** Upstream: helm-controller internal/action/diff.go replaceDisallowedFieldManagers. */
function takeOverAt(session: ToolSession, place: ObjectPlace, names: readonly string[]): string | undefined {
  const live = session.get(place);
  if (live.kind === 'refusal') return live.reason === 'NotFound' ? undefined : live.message;
  const operation = takeOver(live.object, withBothOperations(names), fluxHelmManager);
  if (operation === undefined) return undefined;
  const answer = session.patch(place, 'json', [operation], { purpose: 'migrate', query: new Map(manager) });
  return answer.kind === 'refusal' ? answer.message : undefined;
}

const manager: readonly (readonly [string, string])[] = [['fieldManager', fluxHelmManager]];

type Compared =
  | { readonly kind: 'same' }
  | { readonly kind: 'drift'; readonly patch: readonly Operation[] | undefined }
  | { readonly kind: 'failed'; readonly message: string };

/** Upstream: fluxcd/pkg ssa/jsondiff/unstructured.go Unstructured. */
function driftOf(
  session: ToolSession,
  { object, place }: Omit<Drift, 'patch'>,
  rules: readonly IgnoreRule[],
): Compared {
  const ignored = ignoredPaths(object, rules);
  if (isExcluded(object) || ignored.includes('')) return { kind: 'same' };
  const found = session.get(place);
  if (found.kind === 'refusal' && found.reason !== 'NotFound') return { kind: 'failed', message: found.message };
  const live = found.kind === 'object' ? found.object : new Map<string, Value>();
  if (isExcluded(live)) return { kind: 'same' };
  const query = new Map([['dryRun', 'All'] as const, ...manager, ['force', 'true'] as const]);
  const dryRun = session.patch(place, 'apply', object, { purpose: 'dry-run', query });
  if (dryRun.kind === 'refusal') return { kind: 'failed', message: dryRunFailure(object, place, dryRun) };
  if (metadataText(dryRun.object, 'resourceVersion') === '') return { kind: 'drift', patch: undefined };
  const [before, after] = [withoutPaths(live, ignored), withoutPaths(dryRun.object, ignored)];
  const tags = jsonDifference(tagsOf(before), tagsOf(after)).filter(({ op }) => op !== 'remove');
  const patch = [...tags, ...jsonDifference(contentOf(before), contentOf(after))];
  return patch.length === 0 ? { kind: 'same' } : { kind: 'drift', patch };
}

/** Whether an object says by a label or an annotation that it is not to be compared. */
function isExcluded(object: ValueMap): boolean {
  return isTagged(object, 'driftDetection', 'disabled', fluxHelmGroup);
}

/** Upstream: fluxcd/pkg ssa/jsondiff/unstructured.go copyAnnotationsAndLabels. */
function tagsOf(object: ValueMap): ValueMap {
  const metadata = metadataOf(object);
  const kept = ['name', 'annotations', 'labels'].flatMap((key) => {
    const value = metadata.get(key);
    return value === undefined ? [] : [[key, value] as const];
  });
  return new Map([['metadata', new Map(kept)]]);
}

function contentOf(object: ValueMap): ValueMap {
  return withoutEntry(withoutEntry(object, 'metadata'), 'status');
}

/**
 * Creates what is not there, and then patches what differs, each in the order of its kinds. Returns what failed. Upstream:
 * helm-controller internal/action/diff.go ApplyDiff.
 */
function correct(session: ToolSession, drifts: readonly Drift[], tell: Tell): readonly [Drift, string][] {
  const failed: [Drift, string][] = [];
  const sorted = drifts.toSorted(byOrder);
  const missing = sorted.filter(({ patch }) => patch === undefined);
  for (const drift of [...missing, ...sorted.filter(({ patch }) => patch !== undefined)]) {
    const { object, place, manifest, patch } = drift;
    const query = new Map(manager);
    const answer =
      patch === undefined
        ? session.create(place, object, { purpose: 'create', query })
        : session.patch(
            place,
            'json',
            patch.map(({ op, path, value }) => patchOperation(op, path, value)),
            { purpose: 'patch', query },
          );
    if (answer.kind === 'object') tell(object, manifest, 'applied');
    else {
      const message = `${shortName(object)} ${patch === undefined ? 'creation' : 'patch'} failure: ${wordsOf(object, answer, patch !== undefined)}`;
      failed.push([drift, message]);
      tell(object, manifest, 'failed', message);
    }
  }
  return failed;
}

/** Of a Secret only the last part of a refusal is told. Upstream: helm-controller internal/action/diff.go maskSensitiveErrData. */
function wordsOf(object: ValueMap, { reason, message }: Refusal, isPatch: boolean): string {
  const isMasked = isPatch && stringAt(object, 'kind') === 'Secret' && reason === 'Invalid';
  return isMasked ? message.slice(message.lastIndexOf(':') + 1).trim() : message;
}

/** Upstream: helm-controller internal/reconcile/correct_cluster_drift.go report. */
function correctionFailure(
  task: ToolTask,
  failed: readonly (readonly [Drift, string])[],
  drifts: readonly Drift[],
): string {
  const { release } = helmReleaseOf(task);
  const revision = revisionsOf(task, release)[0]?.revision ?? 0;
  const number = isInSync(task) ? revision : revision + 1;
  const done = drifts.toSorted(byOrder).filter((each) => !failed.some(([drift]) => drift === each));
  const [made, changed] = [
    done.filter(({ patch }) => patch === undefined),
    done.filter(({ patch }) => patch !== undefined),
  ];
  const lines = [
    ...made.map(({ object }) => `${shortName(object)} created`),
    ...changed.map(({ object }) => `${shortName(object)} configured`),
  ];
  const rest = lines.length === 0 ? '' : `\n\nSuccessful corrections:\n${lines.join('\n')}`;
  const how = lines.length === 0 ? '' : 'partially ';
  const words = failed.map(([, message]) => message).join('\n');
  return `Failed to ${how}correct cluster state of release ${task.namespace}/${release}.v${number}:\n${words}${rest}`;
}
