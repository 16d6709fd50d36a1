import {
  isMap,
  listAt,
  mapAt,
  textAt,
  twoWayStrategicPatch,
  type Value,
  type ValueMap,
  withEntry,
  withValueAt,
} from '@managed-fields/merge-engine';
import { patch } from './client.ts';
import { type Failure, fail, isFailure } from './failure.ts';
import type { Flags } from './flags.ts';
import { type LoadedInfo, objectName } from './info.ts';
import type { DryRun } from './print.ts';
import type { Printer } from './printing/printer.ts';
import type { Session } from './session.ts';

/**
 * Returns the path to the pod spec of a kind; undefined where it has none. Upstream: k8s.io/kubectl
 * pkg/polymorphichelpers/updatepodspec.go.
 */
function podSpecPath({ version }: LoadedInfo): readonly string[] | undefined {
  switch (`${version.resource.group}/${version.resource.kind}`) {
    case '/Pod':
      return ['spec'];
    case '/ReplicationController':
    case 'apps/Deployment':
    case 'apps/DaemonSet':
    case 'apps/ReplicaSet':
    case 'apps/StatefulSet':
    case 'batch/Job':
      return ['spec', 'template', 'spec'];
    case 'batch/CronJob':
      return ['spec', 'jobTemplate', 'spec', 'template', 'spec'];
    default:
      return undefined;
  }
}

/** Returns a container as it is to be; the same one where nothing changes. */
export type ContainerChange = (container: ValueMap) => ValueMap | Failure;

/** Returns the containers of an object, then its init containers; undefined where its kind has no pods. */
export function containersOf(info: LoadedInfo): readonly ValueMap[] | undefined {
  const path = podSpecPath(info);
  if (path === undefined) return undefined;
  let spec: ValueMap | undefined = info.object;
  for (const key of path) spec = mapAt(spec, key);
  return ['containers', 'initContainers'].flatMap((list) => (listAt(spec, list) ?? []).filter(isMap));
}

/** Changes the pod spec of an object. */
export function withPodSpec(info: LoadedInfo, change: (spec: ValueMap) => ValueMap | Failure): ValueMap | Failure {
  const path = podSpecPath(info);
  if (path === undefined) {
    const type = `*${info.version.version}.${info.version.resource.kind}`;
    return fail(`the object is not a pod or does not have a pod template: ${type}`);
  }
  let spec: ValueMap = info.object;
  for (const key of path) spec = mapAt(spec, key) ?? new Map();
  const changed = change(spec);
  return isFailure(changed) ? changed : withValueAt(info.object, path, changed);
}

/** Changes each container of an object. */
function withContainers(info: LoadedInfo, change: ContainerChange): ValueMap | Failure {
  return withPodSpec(info, (before) => {
    let spec = before;
    for (const list of ['initContainers', 'containers']) {
      const changed: Value[] = [];
      for (const container of listAt(spec, list) ?? []) {
        const after = isMap(container) ? change(container) : container;
        if (isFailure(after)) return after;
        changed.push(after);
      }
      if (spec.has(list)) spec = withEntry(spec, list, changed);
    }
    return spec;
  });
}

/** Whether a container's name matches `--containers`. Upstream: pkg/cmd/set/helper.go selectString. */
export function isChosen(container: ValueMap, chosen: string): boolean {
  const name = textAt(container, 'name');
  const pattern = chosen.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${pattern.join('.*')}$`, 's').test(name);
}

/** The options for sending and printing changed objects. */
export interface Sending {
  readonly flags: Flags;
  readonly dryRun: DryRun;
  readonly printer: Printer;
  /** The words that are printed of an object: `image updated`. */
  readonly operation: string;
  /** The words for the change in a failure: `image update to pod template:`. */
  readonly what: string;
  /** Whether a patch is sent even where it is empty. */
  readonly always?: true;
}

/** Changes the containers of objects, and patches the objects that differ. Upstream: pkg/cmd/set/set_image.go Run. */
export function patchContainers(
  session: Session,
  infos: readonly LoadedInfo[],
  change: (info: LoadedInfo) => ContainerChange,
  sending: Sending,
): readonly Failure[] {
  return patchObjects(session, infos, (info) => withContainers(info, change(info)), sending);
}

/** Changes objects, and patches those that differ. */
export function patchObjects(
  session: Session,
  infos: readonly LoadedInfo[],
  change: (info: LoadedInfo) => ValueMap | Failure,
  sending: Sending,
): readonly Failure[] {
  const patches = infos.map((info) => ({ info, after: change(info) }));
  return patches.flatMap(({ info, after }) => {
    const failed =
      'kind' in after
        ? fail(`error: ${nameOf(sending.flags, info)} ${after.message}\n`)
        : sendOne(session, info, after, sending);
    return failed ?? [];
  });
}

/** Returns the name of an object in errors. With `--local` kubectl does not know the plural of its resource. */
function nameOf(flags: Flags, info: LoadedInfo): string {
  return flags.truth('local') ? `${info.version.resource.kind.toLowerCase()}/${info.name}` : objectName(info);
}

function sendOne(session: Session, info: LoadedInfo, after: ValueMap, sending: Sending): Failure | undefined {
  const { flags, dryRun, printer, operation, what } = sending;
  const { patchType } = info.version;
  if (patchType === undefined) return undefined;
  const made = twoWayStrategicPatch(info.object, after, patchType);
  if (made.kind !== 'patch') return fail(`error: ${objectName(info)} ${'message' in made ? made.message : ''}\n`);
  if (made.patch.size === 0 && !sending.always) return undefined;
  if (flags.truth('local') || dryRun === 'client') {
    return printer.print(after, operation);
  }
  const got = patch(session, info, 'strategic', made.patch, {
    fieldManager: flags.text('field-manager'),
    dryRun: dryRun === 'server',
  });
  if (got.kind === 'failure') return fail(`failed to patch ${what} ${got.message}`);
  return printer.print(got.object, operation);
}
