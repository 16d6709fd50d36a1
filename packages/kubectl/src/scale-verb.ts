import { mapAt, metadataText, quote, type Value, type ValueMap, withEntry } from '@managed-fields/merge-engine';
import { hasChange } from './changes.ts';
import { type Fetched, get, patch, replace } from './client.ts';
import { type Failure, fail } from './failure.ts';
import { durationOf, type Flags } from './flags.ts';
import type { LoadedInfo } from './info.ts';
import { dryRunOf } from './options.ts';
import { printerOf } from './print.ts';
import { collect, select } from './selection.ts';
import type { Session } from './session.ts';

/** `kubectl scale`. Upstream: k8s.io/kubectl pkg/cmd/scale/scale.go, pkg/scale/scale.go. */
export function runScale(session: Session, flags: Flags): Failure | undefined {
  const dryRun = dryRunOf(session, flags);
  if (dryRun.kind === 'failure') return dryRun;
  const printer = printerOf(session, flags, dryRun.value);
  if ('kind' in printer) return printer;
  const replicas = flags.whole('replicas');
  if (replicas < 0n) {
    return fail('The --replicas=COUNT flag is required, and COUNT must be greater than or equal to 0');
  }
  if (flags.whole('current-replicas') < -1n) {
    return fail('The --current-replicas must specify an integer of -1 or greater');
  }
  const selected = select(session, flags, { args: flags.args, allowAll: flags.truth('all') });
  if (selected.kind === 'failure') return selected;
  const { infos, failed } = collect(selected);
  if (flags.text('resource-version') !== '' && infos.length > 1) {
    return fail('cannot use --resource-version with multiple resources');
  }
  if (infos.length === 0) {
    const none = 'no objects passed to scale';
    if (failed === undefined || hasChange('missingToScale', session.host.release)) return failed ?? fail(none);
    return fail(`${none} ${failed.message}`);
  }
  const isShown = hasChange('newSizeShown', session.host.release);
  for (const info of infos) {
    let size: Value = replicas;
    if (dryRun.value !== 'client') {
      const scaled = scaleOne(session, flags, info, size, dryRun.value === 'server');
      if (scaled.kind === 'failure') return scaled;
      size = mapAt(scaled.object, 'spec')?.get('replicas') ?? 0n;
    }
    const unsynced = dryRun.value === 'none' ? waited(session, flags, info, replicas) : undefined;
    if (unsynced !== undefined) return unsynced;
    const unprinted = printer.print(isShown ? resized(info, size) : info.object, 'scaled');
    if (unprinted !== undefined) return unprinted;
  }
  return failed;
}

function scaleOne(session: Session, flags: Flags, info: LoadedInfo, size: Value, dryRun: boolean): Fetched {
  const wanted = flags.whole('current-replicas');
  const resourceVersion = flags.text('resource-version');
  if (wanted === -1n && resourceVersion === '') {
    const body = new Map([['spec', new Map([['replicas', size]])]]);
    return patch(session, info, 'merge', body, { subresource: 'scale', dryRun });
  }
  const current = get(session, info, 'scale');
  if (current.kind === 'failure') return current;
  const had = mapAt(current.object, 'spec')?.get('replicas') ?? 0n;
  if (wanted !== -1n && had !== wanted) return fail(`Expected replicas to be ${wanted}, was ${had}`);
  const version = metadataText(current.object, 'resourceVersion');
  if (resourceVersion !== '' && version !== resourceVersion) {
    return fail(`Expected resource version to be ${resourceVersion}, was ${version}`);
  }
  const body = withEntry(current.object, 'spec', new Map([['replicas', size]]));
  return replace(session, info, body, { subresource: 'scale', dryRun, plain: true });
}

/**
 * Waits, where `--timeout` says so, until a scale has the replicas that it is to have, which nobody makes meanwhile: it is asked once.
 * Upstream: pkg/scale/scale.go WaitForScaleHasDesiredReplicas.
 */
function waited(session: Session, flags: Flags, info: LoadedInfo, replicas: bigint): Failure | undefined {
  if (durationOf(flags.text('timeout')) === 0) return undefined;
  const current = get(session, info, 'scale');
  if (current.kind === 'failure') return current;
  const count = (part: 'spec' | 'status') => mapAt(current.object, part)?.get('replicas') ?? 0n;
  if (count('spec') !== replicas || count('status') === replicas) return undefined;
  return fail(`timed out waiting for ${quote(info.name)} to be synced`);
}

/**
 * Returns the object as it is printed: workloads of Kubernetes have their new size. Upstream: scale.go updateReplicas.
 */
function resized({ object, version }: LoadedInfo, size: Value): ValueMap {
  if (version.resource.group !== 'apps' && version.resource.group !== '') return object;
  return withEntry(object, 'spec', withEntry(mapAt(object, 'spec') ?? new Map(), 'replicas', size));
}
