import { mapAt, type ValueMap, withEntry } from '@managed-fields/merge-engine';
import { type Failure, fail, isFailure, together } from './failure.ts';
import type { Flags } from './flags.ts';
import { dryRunOf } from './options.ts';
import { containersOf, isChosen, patchContainers } from './pod-spec.ts';
import { printerOf } from './print.ts';
import { resourceListOf } from './resource-list.ts';
import type { Session } from './session.ts';
import { objectsToSet } from './set-objects.ts';

/** `kubectl set resources`. Upstream: k8s.io/kubectl pkg/cmd/set/set_resources.go. */
export function runSetResources(session: Session, flags: Flags): Failure | undefined {
  const dryRun = dryRunOf(session, flags);
  if (dryRun.kind === 'failure') return dryRun;
  const printer = printerOf(session, flags, dryRun.value, true);
  if ('kind' in printer) return printer;
  const infos = objectsToSet(session, flags, dryRun.value);
  if (isFailure(infos)) return infos;
  if (flags.text('limits') === '' && flags.text('requests') === '') {
    return fail('you must specify an update to requests or limits (in the form of --requests/--limits)');
  }
  const [limits, requests] = [resourceListOf(flags.text('limits')), resourceListOf(flags.text('requests'))];
  if ('kind' in limits) return limits;
  if ('kind' in requests) return requests;
  const chosen = flags.text('containers');
  const missing = infos.flatMap((info) => {
    const containers = containersOf(info);
    if (containers === undefined || containers.some((container) => isChosen(container, chosen))) return [];
    return [fail(`error: unable to find container named ${chosen}`)];
  });
  const failures = patchContainers(
    session,
    infos,
    () => (container) =>
      isChosen(container, chosen)
        ? withAmounts(withAmounts(container, 'limits', limits.list), 'requests', requests.list)
        : container,
    {
      flags,
      dryRun: dryRun.value,
      printer,
      operation: 'resource requirements updated',
      what: 'resources update to pod template',
    },
  );
  return together([...missing, ...failures]);
}

function withAmounts(container: ValueMap, field: string, amounts: ReadonlyMap<string, string>): ValueMap {
  if (amounts.size === 0) return container;
  const resources = mapAt(container, 'resources') ?? new Map();
  const changed = new Map([...(mapAt(resources, field) ?? []), ...amounts]);
  return withEntry(container, 'resources', withEntry(resources, field, changed));
}
