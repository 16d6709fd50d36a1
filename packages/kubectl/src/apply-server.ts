import {
  annotationOwners,
  lastAppliedAnnotation,
  lastAppliedManager,
  stringAt,
  upgradeManagedFieldsPatch,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { type AppliedObject, type Applying, warnIfDeleting } from './apply-client.ts';
import { get, patch } from './client.ts';
import { type Failure, fail, hasReason } from './failure.ts';
import { type LoadedInfo, refreshed } from './info.ts';
import { annotationsOf } from './last-applied.ts';

const annotationManager = 'kubectl-last-applied';
const retries = 5;

const conflictHelp = `Please review the fields above--they currently have other managers. Here
are the ways you can resolve this warning:
* If you intend to manage all of these fields, please re-run the apply
  command with the \`--force-conflicts\` flag.
* If you do not intend to manage all of the fields, please edit your
  manifest to remove references to the fields that should keep their
  current managers.
* You may co-own fields by updating your manifest to match the existing
  value; in this case, you'll become the manager if the other manager(s)
  stop managing the field (remove it from their configuration).
See https://kubernetes.io/docs/reference/using-api/server-side-apply/#conflicts`;

/**
 * Applies one object by server-side apply. Then it migrates what client-side apply owned: the last-applied annotation
 * gets a manager of its own, its fields go to the applying manager, and the configuration is applied once more.
 * Upstream: k8s.io/kubectl pkg/cmd/apply/apply.go applyOneObject, saveLastApplyAnnotationIfNecessary,
 * migrateToSSAIfNecessary.
 */
export function applyServerSide(applying: Applying, info: LoadedInfo, subresource: string): AppliedObject | Failure {
  const { session, write } = applying;
  const options = { ...write, force: applying.forceConflicts };
  const applied = patch(session, info, 'apply', info.object, { ...options, subresource });
  if (applied.kind === 'failure') return explained(applied);
  let current = refreshed(info, applied.object);
  const kept = keepAnnotation(applying, current, subresource);
  if (kept.kind === 'failure')
    session.err(
      notMigrated('failed to migrate kubectl.kubernetes.io/last-applied-configuration for Server-Side Apply', kept),
    );
  else {
    current = kept.info;
    const migrated = migrate(applying, current, subresource);
    if (migrated.kind === 'failure') {
      session.err(notMigrated('server rejected managed fields migration to Server-Side Apply', migrated));
    } else if (migrated.kind === 'migrated') {
      current = migrated.info;
      const again = patch(session, current, 'apply', info.object, { ...options, subresource });
      if (again.kind === 'object') current = refreshed(current, again.object);
      else
        session.err(
          notMigrated('failed to re-apply configuration after performing Server-Side Apply migration', again),
        );
    }
  }
  warnIfDeleting(applying, current);
  applying.visited(current.object);
  return { kind: 'applied', info: current, operation: 'serverside-applied' };
}

function explained(failure: Failure): Failure {
  if (hasReason(failure, 'Conflict')) return fail(`${failure.message}\n${conflictHelp}`);
  if (!hasReason(failure, 'UnsupportedMediaType')) return failure;
  return fail(`Server-side apply not available on the server: (${failure.message})`);
}

function notMigrated(what: string, failure: Failure): string {
  return `Warning: ${what}. This is non-fatal and will be retried next time you apply. Error: ${failure.message}\n`;
}

/** Applies the last-applied annotation under a manager of its own, so that later applies do not remove it. */
function keepAnnotation(
  applying: Applying,
  info: LoadedInfo,
  subresource: string,
): { readonly kind: 'kept'; readonly info: LoadedInfo } | Failure {
  const annotation = stringAt(annotationsOf(info.object), lastAppliedAnnotation);
  const nothing = { kind: 'kept', info } as const;
  if (applying.manager !== lastAppliedManager || annotation === undefined) return nothing;
  if (annotationOwners(info.object, 'Apply').length > 0) return nothing;
  const body = annotationAlone(info, annotation);
  const options = { ...applying.write, fieldManager: annotationManager, subresource };
  const got = patch(applying.session, info, 'apply', body, options);
  return got.kind === 'failure' ? got : { kind: 'kept', info: refreshed(info, got.object) };
}

function annotationAlone({ version, name, namespace }: LoadedInfo, annotation: string): ValueMap {
  const metadata = new Map<string, Value>([
    ['annotations', new Map([[lastAppliedAnnotation, annotation]])],
    ['name', name],
  ]);
  if (namespace !== '') metadata.set('namespace', namespace);
  return new Map<string, Value>([
    ['apiVersion', version.apiVersion],
    ['kind', version.resource.kind],
    ['metadata', metadata],
  ]);
}

/**
 * Moves the fields that client-side apply owns to the applying manager. After a conflict it reads the object and tries
 * again.
 */
function migrate(
  applying: Applying,
  info: LoadedInfo,
  subresource: string,
): { readonly kind: 'migrated' | 'nothing'; readonly info: LoadedInfo } | Failure {
  const { session, write } = applying;
  const former = annotationOwners(info.object, 'Update');
  let current = info;
  let conflict: Failure | undefined;
  for (let retry = 0; retry < retries; retry++) {
    const upgrade = upgradeManagedFieldsPatch(current.object, former, applying.manager, {
      library: session.catalog.mergeLibrary,
    });
    if (upgrade.kind === 'error') return fail(upgrade.message);
    if (upgrade.patch === undefined) return { kind: 'nothing', info: current };
    const got = patch(session, current, 'json', upgrade.patch, { ...write, subresource });
    if (got.kind === 'object') return { kind: 'migrated', info: refreshed(current, got.object) };
    if (!hasReason(got, 'Conflict')) return got;
    conflict = got;
    const latest = get(session, current);
    if (latest.kind === 'failure') return latest;
    current = { ...current, object: latest.object };
  }
  return conflict ?? { kind: 'nothing', info: current };
}
