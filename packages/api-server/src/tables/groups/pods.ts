import {
  isDeleting,
  isMap,
  mapAt,
  remembered,
  stringAt,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import {
  ageColumn,
  at,
  type Column,
  column,
  condition,
  containerColumns,
  count,
  type KindColumn,
  type KindTable,
  labelsText,
  maps,
  nameColumn,
  secondsOf,
  since,
  text,
  truth,
  wide,
} from '../column.ts';

/** What the columns of a Pod show of its status. */
interface PodState {
  readonly ready: string;
  readonly reason: string;
  readonly restarts: number;
  /** When a container ended last, in seconds since 1970. */
  readonly restarted: string;
}

const isSidecar = (container: ValueMap | undefined) => stringAt(container, 'restartPolicy') === 'Always';

/** How containers fared so far: restarts, and the last end of one. */
class Restarts {
  count = 0;
  last = '';

  add(status: ValueMap): void {
    this.count += Number(count(status, 'restartCount'));
    const ended = text(status, 'lastState', 'terminated', 'finishedAt');
    if ((secondsOf(ended) ?? -Infinity) > (secondsOf(this.last) ?? -Infinity)) this.last = ended;
  }
}

/** Why a container ended: its reason, its signal or its exit code. */
function endOf(terminated: ValueMap): string {
  const reason = text(terminated, 'reason');
  if (reason !== '') return reason;
  const signal = count(terminated, 'signal');
  return signal === 0n ? `ExitCode:${count(terminated, 'exitCode')}` : `Signal:${signal}`;
}

/** What init containers leave undone; undefined where all of them are done. */
function initState(
  pod: ValueMap,
  all: Restarts,
  sidecars: Restarts,
): { readonly reason?: string; readonly ready: number } {
  const containers = maps(pod, 'spec', 'initContainers');
  let ready = 0;
  for (const [index, status] of maps(pod, 'status', 'initContainerStatuses').entries()) {
    const sidecar = isSidecar(containers.find((each) => stringAt(each, 'name') === stringAt(status, 'name')));
    all.add(status);
    if (sidecar) sidecars.add(status);
    const terminated = at(status, 'state', 'terminated');
    if (isMap(terminated) && count(terminated, 'exitCode') === 0n) continue;
    if (sidecar && truth(status, 'started')) {
      if (truth(status, 'ready')) ready++;
      continue;
    }
    if (isMap(terminated)) return { ready, reason: `Init:${endOf(terminated)}` };
    const waiting = text(status, 'state', 'waiting', 'reason');
    if (waiting !== '' && waiting !== 'PodInitializing') return { ready, reason: `Init:${waiting}` };
    return { ready, reason: `Init:${index}/${containers.length}` };
  }
  return { ready };
}

/** The state of a Pod as a server from v1.35 on shows it, and as those before do. Upstream: printers.go printPod. */
const stateOf = remembered((pod: ValueMap): Readonly<Record<'now' | 'before', PodState>> => {
  return { now: podState(pod, true), before: podState(pod, false) };
});

function podState(pod: ValueMap, tellsErrors: boolean): PodState {
  const phase = text(pod, 'status', 'phase');
  const own = text(pod, 'status', 'reason');
  let reason = own === '' ? phase : own;
  for (const each of maps(pod, 'status', 'conditions')) {
    if (text(each, 'type') === 'PodScheduled' && text(each, 'reason') === 'SchedulingGated') reason = 'SchedulingGated';
  }
  const [all, sidecars] = [new Restarts(), new Restarts()];
  const init = initState(pod, all, sidecars);
  let { ready } = init;
  let restarts = all;
  if (init.reason !== undefined) reason = init.reason;
  if (init.reason === undefined || stringAt(condition(pod, 'Initialized'), 'status') === 'True') {
    restarts = sidecars;
    let [running, error] = [false, ''];
    for (const status of maps(pod, 'status', 'containerStatuses').toReversed()) {
      restarts.add(status);
      const waiting = text(status, 'state', 'waiting', 'reason');
      const terminated = at(status, 'state', 'terminated');
      if (waiting !== '') reason = waiting;
      else if (isMap(terminated)) {
        reason = endOf(terminated);
        if (count(terminated, 'exitCode') !== 0n) error = reason;
      } else if (truth(status, 'ready') && isMap(at(status, 'state', 'running'))) {
        running = true;
        ready++;
      }
    }
    if (reason === 'Completed') reason = completedReason(pod, running, tellsErrors ? error : '');
  }
  if (isDeleting(pod)) {
    if (own === 'NodeLost') reason = 'Unknown';
    else if (phase !== 'Failed' && phase !== 'Succeeded') reason = 'Terminating';
  }
  const total = maps(pod, 'spec', 'containers').length + maps(pod, 'spec', 'initContainers').filter(isSidecar).length;
  return { ready: `${ready}/${total}`, reason, restarts: restarts.count, restarted: restarts.last };
}

function completedReason(pod: ValueMap, running: boolean, error: string): string {
  const isReady = maps(pod, 'status', 'conditions').some(
    (each) => text(each, 'type') === 'Ready' && text(each, 'status') === 'True',
  );
  if (running && isReady) return 'Running';
  if (error !== '') return error;
  return running ? 'NotReady' : 'Completed';
}

const ofState =
  (show: (state: PodState, now: number) => Value): Column['cell'] =>
  (pod, { now, minor }) =>
    show(stateOf(pod)[minor >= 35 ? 'now' : 'before'], now);

const orNone =
  (...path: readonly string[]): Column['cell'] =>
  (pod) =>
    text(pod, ...path) || '<none>';

/** How many of the conditions that a Pod is asked for are met. */
function readinessGates(pod: ValueMap): string {
  const gates = maps(pod, 'spec', 'readinessGates');
  if (gates.length === 0) return '<none>';
  const met = gates.filter((gate) => stringAt(condition(pod, text(gate, 'conditionType')), 'status') === 'True');
  return `${met.length}/${gates.length}`;
}

/** Pods and their templates. Upstream: k8s.io/kubernetes pkg/printers/internalversion/printers.go. */
export const pods: Readonly<Record<string, KindTable>> = {
  '/pods': {
    columns: [
      nameColumn,
      column(
        'Ready',
        ofState(({ ready }) => ready),
      ),
      column(
        'Status',
        ofState(({ reason }) => reason),
      ),
      column(
        'Restarts',
        ofState(({ restarts, restarted }, now) =>
          restarts === 0 || restarted === '' ? String(restarts) : `${restarts} (${since(restarted, now)} ago)`,
        ),
      ),
      ageColumn,
      wide('IP', (pod) => text(maps(pod, 'status', 'podIPs')[0] ?? new Map(), 'ip') || '<none>'),
      wide('Node', orNone('spec', 'nodeName')),
      wide('Nominated Node', orNone('status', 'nominatedNodeName')),
      wide('Readiness Gates', readinessGates),
    ],
  },
  '/podtemplates': {
    columns: [
      nameColumn,
      ...containerColumns('template', 'spec').map((each): KindColumn => ({ ...each, priority: 0 })),
      column('Pod Labels', (object) => labelsText(mapAt(mapAt(mapAt(object, 'template'), 'metadata'), 'labels'))),
    ],
  },
};
