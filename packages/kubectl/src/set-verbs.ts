import { mapAt, type ValueMap, withEntry } from '@managed-fields/merge-engine';
import { type Failure, fail, isFailure, together } from './failure.ts';
import { dryRunFlag, fieldManagerFlag, fileFlags, printFlags, recordFlag, selectorFlag } from './flag-sets.ts';
import type { Flag, Flags } from './flags.ts';
import { dryRunOf, localOnServer } from './options.ts';
import { containersOf, isChosen, patchContainers, patchObjects, withPodSpec } from './pod-spec.ts';
import { printerOf } from './print.ts';
import { collectTyped, select } from './selection.ts';
import type { Session } from './session.ts';
import { runSetEnv } from './set-env.ts';
import { runSetImage } from './set-image.ts';
import { objectsToSet } from './set-objects.ts';
import { runSetSelector } from './set-selector.ts';
import { runSetSubject } from './set-subject.ts';
import type { Verb } from './verb.ts';
import { resourceListOf } from './written-lists.ts';

/** `kubectl set serviceaccount`. Upstream: k8s.io/kubectl pkg/cmd/set/set_serviceaccount.go. */
export function runSetServiceAccount(session: Session, flags: Flags): Failure | undefined {
  const dryRun = dryRunOf(session, flags);
  if (dryRun.kind === 'failure') return dryRun;
  const local = flags.truth('local');
  const problem = localOnServer(flags, dryRun.value);
  if (problem !== undefined) return problem;
  const printer = printerOf(session, flags, dryRun.value, true);
  if ('kind' in printer) return printer;
  const account = flags.args.at(-1);
  if (account === undefined) return fail('serviceaccount is required');
  const args = local ? [] : flags.args.slice(0, -1);
  const selected = select(session, flags, { args, allowAll: flags.truth('all'), latest: !local, local });
  if (selected.kind === 'failure') return selected;
  const { infos, failed } = collectTyped(session, selected, local);
  if (failed !== undefined) return failed;
  const failures = patchObjects(
    session,
    infos,
    (info) => withPodSpec(info, (spec) => withEntry(spec, 'serviceAccountName', account)),
    {
      flags,
      dryRun: dryRun.value,
      printer,
      operation: 'serviceaccount updated',
      what: 'ServiceAccountName',
      always: true,
    },
  );
  return together(failures);
}

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

const ownFlags: readonly Flag[] = [
  ...printFlags,
  dryRunFlag,
  { name: 'all', type: 'bool' },
  { name: 'local', type: 'bool' },
  fieldManagerFlag('kubectl-set'),
];
const setFlags: readonly Flag[] = [...fileFlags, ...ownFlags, selectorFlag];
const containersFlag: Flag = { name: 'containers', short: 'c', type: 'string', default: '*' };

/** The subcommands of `kubectl set`. Upstream: k8s.io/kubectl pkg/cmd/set. */
export const setVerbs: readonly Verb[] = [
  { name: 'set image', flags: [...setFlags, recordFlag], run: runSetImage },
  {
    name: 'set env',
    flags: [
      ...setFlags,
      containersFlag,
      { name: 'env', short: 'e', type: 'array' },
      { name: 'from', type: 'string', default: '' },
      { name: 'keys', type: 'list' },
      { name: 'list', type: 'bool' },
      { name: 'overwrite', type: 'bool', default: 'true' },
      { name: 'prefix', type: 'string', default: '' },
      { name: 'resolve', type: 'bool', unplayed: true },
    ],
    run: runSetEnv,
  },
  {
    name: 'set resources',
    flags: [
      ...setFlags,
      containersFlag,
      { name: 'limits', type: 'string', default: '' },
      { name: 'requests', type: 'string', default: '' },
      recordFlag,
    ],
    run: runSetResources,
  },
  {
    name: 'set selector',
    flags: [
      ...ownFlags,
      { name: 'filename', short: 'f', type: 'list' },
      { name: 'recursive', short: 'R', type: 'bool', default: 'true' },
      { name: 'resource-version', type: 'string', default: '' },
      recordFlag,
    ],
    run: runSetSelector,
  },
  {
    name: 'set subject',
    flags: [...setFlags, ...['group', 'serviceaccount', 'user'].map((name): Flag => ({ name, type: 'array' }))],
    run: runSetSubject,
  },
  { name: 'set serviceaccount', flags: [...fileFlags, ...ownFlags, recordFlag], run: runSetServiceAccount },
];
