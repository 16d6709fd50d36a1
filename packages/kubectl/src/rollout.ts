import { mapAt, twoWayStrategicPatch, type Value, type ValueMap, withValueAt } from '@managed-fields/merge-engine';
import { patch } from './client.ts';
import { amongOthers, type Failure, fail, together } from './failure.ts';
import type { Flags } from './flags.ts';
import type { LoadedInfo } from './info.ts';
import { qualifiedResource } from './mapping.ts';
import { printerOf } from './print.ts';
import { collectTyped, namesNothing, select } from './selection.ts';
import type { Session } from './session.ts';

const restartedAt = ['spec', 'template', 'metadata', 'annotations', 'kubectl.kubernetes.io/restartedAt'];

/** Returns an object as a rollout command changes it, or the reason why it cannot. */
type Change = (session: Session, info: LoadedInfo) => ValueMap | string;

/** `kubectl rollout restart`. Upstream: k8s.io/kubectl pkg/polymorphichelpers/objectrestarter.go. */
export function runRolloutRestart(session: Session, flags: Flags): Failure | undefined {
  const restart: Change = ({ now }, { object, version }) => {
    if (!['Deployment', 'DaemonSet', 'StatefulSet'].includes(version.resource.kind)) {
      return 'restarting is not supported';
    }
    if (version.resource.kind === 'Deployment' && isPaused(object)) {
      return "can't restart paused deployment (run rollout resume first)";
    }
    return withValueAt(object, restartedAt, now);
  };
  return runRollout(session, flags, 'restarted', restart);
}

/** `kubectl rollout pause`. Upstream: objectpauser.go. */
export function runRolloutPause(session: Session, flags: Flags): Failure | undefined {
  const pause: Change = (_session, { object, version }) => {
    if (version.resource.kind !== 'Deployment') return 'pausing is not supported';
    return isPaused(object) ? 'is already paused' : withValueAt(object, ['spec', 'paused'], true);
  };
  return runRollout(session, flags, 'paused', pause);
}

/** `kubectl rollout resume`. Upstream: objectresumer.go. */
export function runRolloutResume(session: Session, flags: Flags): Failure | undefined {
  const resume: Change = (_session, { object, version }) => {
    if (version.resource.kind !== 'Deployment') return 'resuming is not supported';
    if (!isPaused(object)) return 'is not paused';
    const spec = new Map<string, Value>(mapAt(object, 'spec'));
    spec.delete('paused');
    return withValueAt(object, ['spec'], spec);
  };
  return runRollout(session, flags, 'resumed', resume);
}

function isPaused(object: ValueMap): boolean {
  return mapAt(object, 'spec')?.get('paused') === true;
}

/** Upstream: pkg/cmd/rollout/rollout_restart.go RunRestart; the other commands do the same. */
function runRollout(session: Session, flags: Flags, operation: string, change: Change): Failure | undefined {
  if (namesNothing(flags)) {
    return fail('required resource not specified');
  }
  const selected = select(session, flags, { args: flags.args, allowAll: true, latest: true });
  if (selected.kind === 'failure') return selected;
  const { infos, failed } = collectTyped(session, selected);
  const failures = failed === undefined ? [] : [amongOthers(failed)];
  if (infos.length === 0 && failures.length === 0) {
    session.err(`No resources found in ${session.namespace} namespace.\n`);
    return undefined;
  }
  for (const info of infos) {
    const done = rollOne(session, flags, info, operation, change);
    if (done !== undefined) failures.push(done);
  }
  return together(failures);
}

function rollOne(
  session: Session,
  flags: Flags,
  info: LoadedInfo,
  operation: string,
  change: Change,
): Failure | undefined {
  const { object, version, name } = info;
  const changed = change(session, info);
  if (typeof changed === 'string') return fail(`error: ${qualifiedResource(version)} "${name}" ${changed}`);
  if (version.patchType === undefined) return undefined;
  const made = twoWayStrategicPatch(object, changed, version.patchType);
  if (made.kind !== 'patch')
    return fail(`error: ${qualifiedResource(version)} "${name}" ${'message' in made ? made.message : ''}`);
  // Whoever pauses or resumes has been refused where nothing changes.
  if (made.patch.size === 0) {
    return fail(
      `failed to create patch for ${name}: if restart has already been triggered within the past second, please wait before attempting to trigger another`,
    );
  }
  const got = patch(session, info, 'strategic', made.patch, { fieldManager: flags.text('field-manager') });
  if (got.kind === 'failure') return fail(`failed to patch: ${got.message}`);
  const printer = printerOf(session, flags, 'none', true);
  if ('kind' in printer) return printer;
  return printer.print(got.object, operation);
}
