import type { ResourceVersion } from '@managed-fields/api-server';
import { compareStrings, lastAppliedAnnotation, metadataText, type ValueMap } from '@managed-fields/merge-engine';
import type { Applying } from './apply-client.ts';
import { deleteOptions, list, remove } from './client.ts';
import { type Failure, fail } from './failure.ts';
import { annotationsOf } from './last-applied.ts';
import { kindText, noKindMatch } from './mapping.ts';
import { partsOf } from './parts-of.ts';
import type { Printer } from './printing/printer.ts';
import { listItems } from './selection.ts';
import type { Session } from './session.ts';

/** The kinds that kubectl prunes without an allowlist. Upstream: k8s.io/kubectl pkg/util/prune/prune.go. */
const defaultResources: readonly (readonly [string, string])[] = [
  ['v1', 'ConfigMap'],
  ['v1', 'Endpoints'],
  ['v1', 'PersistentVolumeClaim'],
  ['v1', 'Pod'],
  ['v1', 'ReplicationController'],
  ['v1', 'Secret'],
  ['v1', 'Service'],
  ['batch/v1', 'Job'],
  ['batch/v1', 'CronJob'],
  ['networking.k8s.io/v1', 'Ingress'],
  ['apps/v1', 'DaemonSet'],
  ['apps/v1', 'Deployment'],
  ['apps/v1', 'ReplicaSet'],
  ['apps/v1', 'StatefulSet'],
  ['v1', 'Namespace'],
  ['v1', 'PersistentVolume'],
];

/** The kinds to prune. */
export interface PrunedResources {
  readonly kind: 'resources';
  /** Empty for kubectl's own list. */
  readonly versions: readonly ResourceVersion[];
}

/** Reads the values of `--prune-allowlist`, such as `core/v1/ConfigMap`. Upstream: prune.go ParseResources. */
export function prunedResources(session: Session, allowed: readonly string[]): PrunedResources | Failure {
  const versions: ResourceVersion[] = [];
  for (const text of allowed) {
    const [group, version = '', kind, ...more] = partsOf(text, '/');
    if (kind === undefined || more.length > 0) {
      return fail(`invalid GroupVersionKind format: ${text}, please follow <group/version/kind>`);
    }
    const apiVersion = group === 'core' || group === '' ? version : `${group}/${version}`;
    const found = session.catalog.findKind(apiVersion, kind);
    if (found === undefined) return fail(noKindMatch(apiVersion, kind));
    versions.push(found);
  }
  return { kind: 'resources', versions };
}

/** Where to look for objects to prune, and which of them stay. */
export interface PruneScope {
  readonly namespaces: readonly string[];
  readonly selector: string;
  readonly visitedUids: ReadonlySet<string>;
}

/**
 * Deletes the objects that were applied earlier and are not among those applied now. Upstream: pkg/cmd/apply/prune.go
 * pruneAll.
 */
export function pruneUnvisited(
  applying: Applying,
  resources: PrunedResources,
  printer: Printer,
  scope: PruneScope,
): Failure | undefined {
  const pruned = versionsToPrune(applying.session, resources);
  for (const namespace of [...scope.namespaces].sort(compareStrings)) {
    for (const version of pruned.filter(({ resource }) => resource.namespaced)) {
      const failed = pruneKind(applying, version, namespace, printer, scope);
      if (failed !== undefined) return fail(`error pruning namespaced object ${kindText(version)}: ${failed.message}`);
    }
  }
  for (const version of pruned.filter(({ resource }) => !resource.namespaced)) {
    const failed = pruneKind(applying, version, '', printer, scope);
    if (failed !== undefined) {
      return fail(`error pruning nonNamespaced object ${kindText(version)}: ${failed.message}`);
    }
  }
  return undefined;
}

/**
 * The kinds to prune: those of the allowlist, else kubectl's own, of which it warns where a namespace is given. Upstream:
 * pkg/util/prune/prune.go GetRESTMappings.
 */
function versionsToPrune(session: Session, { versions }: PrunedResources): readonly ResourceVersion[] {
  if (versions.length > 0) return versions;
  if (session.enforceNamespace) {
    session.err(
      'W prune.go] Deprecated: kubectl apply will no longer prune non-namespaced resources by default when used with the --namespace flag in a future release. To preserve the current behaviour, list the resources you want to target explicitly in the --prune-allowlist flag.\n',
    );
  }
  return defaultResources.flatMap(([apiVersion, kind]) => session.catalog.findKind(apiVersion, kind) ?? []);
}

function pruneKind(
  applying: Applying,
  version: ResourceVersion,
  namespace: string,
  printer: Printer,
  scope: PruneScope,
): Failure | undefined {
  const listed = unvisitedOf(applying.session, version, namespace, scope);
  if ('kind' in listed) return listed;
  for (const object of listed) {
    const failed =
      deletePruned(applying, version, namespace, metadataText(object, 'name')) ?? printer.print(object, 'pruned');
    if (failed !== undefined) return failed;
  }
  return undefined;
}

/** Lists the objects of a kind that were applied earlier and are not among those applied now. */
function unvisitedOf(
  session: Session,
  version: ResourceVersion,
  namespace: string,
  { selector, visitedUids }: PruneScope,
): readonly ValueMap[] | Failure {
  const query = new Map(selector === '' ? [] : [['labelSelector', selector]]);
  const listed = list(session, version, namespace, query);
  if (listed.kind === 'failure') return listed;
  // Only objects with the last-applied annotation were applied.
  return listItems(listed.object).filter(
    (object) =>
      annotationsOf(object)?.has(lastAppliedAnnotation) === true && !visitedUids.has(metadataText(object, 'uid')),
  );
}

/**
 * Returns the objects that a prune would delete. A kind that cannot be listed ends it with a warning; one of those in namespaces
 * leaves nothing. Upstream: pkg/cmd/diff/prune.go pruneAll.
 */
export function unvisitedObjects(
  session: Session,
  resources: PrunedResources,
  scope: PruneScope,
): readonly { readonly version: ResourceVersion; readonly object: ValueMap }[] {
  const versions = versionsToPrune(session, resources);
  const found: { version: ResourceVersion; object: ValueMap }[] = [];
  for (const namespaced of [true, false]) {
    for (const namespace of namespaced ? [...scope.namespaces].sort(compareStrings) : ['']) {
      for (const version of versions.filter(({ resource }) => resource.namespaced === namespaced)) {
        const listed = unvisitedOf(session, version, namespace, scope);
        if ('kind' in listed) {
          const what = `error pruning ${namespaced ? 'namespaced' : 'nonNamespaced'} object ${kindText(version)}`;
          session.err(`W diff.go] pruning failed and could not be evaluated err: ${what}: ${listed.message}\n`);
          return namespaced ? [] : found;
        }
        found.push(...listed.map((object) => ({ version, object })));
      }
    }
  }
  return found;
}

/** Deletes an object that is pruned, unless this is a dry run of the client. Upstream: prune.go runDelete. */
export function deletePruned(
  { session, dryRun, cascade, gracePeriod }: Applying,
  version: ResourceVersion,
  namespace: string,
  name: string,
): Failure | undefined {
  if (dryRun === 'client') return undefined;
  const options = deleteOptions({ cascade, gracePeriod, dryRun: dryRun === 'server', typed: true });
  const gone = remove(session, { version, namespace, name }, options);
  return gone.kind === 'failure' ? gone : undefined;
}
