import type { ObjectPlace } from '@managed-fields/api-server';
import {
  formatJson,
  metadataText,
  quote,
  requireKeyUnchanged,
  requireMetadataKeyUnchanged,
  threeWayMergePatch,
  threeWayStrategicPatch,
  twoWayMergePatch,
  upgradeManagedFieldsPatch,
  type ValueMap,
  withMetadata,
} from '@managed-fields/merge-engine';
import type { Answer, ToolSession } from './session.ts';

/** A manifest as Helm builds it: with its place on the server, and its namespace written into it. */
export interface Info {
  readonly object: ValueMap;
  readonly place: ObjectPlace;
  readonly manifest: number | undefined;
}

/** How a release of Helm writes objects. */
export interface Method {
  /** Helm 3 has its own words, and asks for no field validation. */
  readonly major: 3 | 4;
  /** The manager that the program sets. Upstream: helm v4 pkg/kube/client.go ManagedFieldsManager. */
  readonly manager: string;
  readonly serverSide: boolean;
  readonly forceConflicts: boolean;
  readonly replace: boolean;
  /** Whether entries of Helm's client-side apply are moved before each apply. */
  readonly upgradesManagers: boolean;
  /** Whether custom resources are merged three ways, which only the adoption of objects is. */
  readonly threeWay: boolean;
}

/** What went wrong with one object; Helm puts words around it. */
type Written = Extract<Answer, { readonly kind: 'object' }> | { readonly kind: 'failed'; readonly message: string };

/** Creates an object that is not there. */
export function create(session: ToolSession, info: Info, method: Method): Written {
  if (method.serverSide) return applyServerSide(session, info, method, 'create');
  const bare = withMetadata(info.object, 'resourceVersion', undefined);
  return written(
    session.create(info.place, bare, { purpose: 'create', query: new Map([['fieldManager', method.manager]]) }),
  );
}

/** Writes an object that is there already, from its state in the last release to that in the next. */
export function change(session: ToolSession, original: Info, info: Info, method: Method): Written {
  if (method.replace) return replace(session, info, method);
  if (!method.serverSide) return patchClientSide(session, original, info, method);
  if (method.upgradesManagers) {
    const moved = moveOwnEntry(session, info, method);
    if (moved !== undefined) return moved;
  }
  return applyServerSide(session, info, method, 'apply');
}

/** The parameters of a write of Helm 4, which asks for strict validation. */
function strictly({ manager }: Method): readonly (readonly [string, string])[] {
  return [
    ['fieldManager', manager],
    ['fieldValidation', 'Strict'],
  ];
}

/** Upstream: helm v4 pkg/kube/client.go patchResourceServerSide. */
function applyServerSide(session: ToolSession, info: Info, method: Method, purpose: 'create' | 'apply'): Written {
  const query = new Map([...strictly(method), ['force', String(method.forceConflicts)] as const]);
  const answer = session.patch(info.place, 'apply', info.object, { purpose, query });
  if (answer.kind === 'object') return answer;
  const what = answer.reason === 'Conflict' ? 'conflict occurred while applying' : 'server-side apply failed for';
  return { kind: 'failed', message: `${what} object ${longName(info)}: ${answer.message}` };
}

/** `prod/web apps/v1, Kind=Deployment` */
function longName({ place: { version, namespace, name } }: Info): string {
  const { apiVersion, resource } = version;
  return `${namespace}/${name} ${apiVersion.includes('/') ? '' : '/'}${apiVersion}, Kind=${resource.kind}`;
}

/**
 * Moves what Helm's client-side apply owns to an entry of Apply. Returns the failure, if any. Upstream: helm v4
 * pkg/kube/client.go upgradeClientSideFieldManager.
 */
function moveOwnEntry(session: ToolSession, info: Info, method: Method): Written | undefined {
  const names = longName(info);
  const live = session.get(info.place, 'migrate');
  if (live.kind === 'refusal') return { kind: 'failed', message: `failed to get object ${names}: ${live.message}` };
  const upgrade = upgradeManagedFieldsPatch(live.object, [method.manager], method.manager);
  if (upgrade.kind === 'error') {
    return { kind: 'failed', message: `failed to upgrade managed fields for object ${names}: ${upgrade.message}` };
  }
  if (upgrade.patch === undefined) return undefined;
  const moved = session.patch(info.place, 'json', upgrade.patch, {
    purpose: 'migrate',
    query: new Map(strictly(method)),
  });
  if (moved.kind === 'object') return undefined;
  return { kind: 'failed', message: `failed to patch object to upgrade CSA field manager ${names}: ${moved.message}` };
}

/** Upstream: helm pkg/kube/client.go replaceResource; k8s.io/cli-runtime pkg/resource/helper.go Replace. */
function replace(session: ToolSession, info: Info, method: Method): Written {
  const live = session.get(info.place, 'replace');
  const version = live.kind === 'object' ? metadataText(live.object, 'resourceVersion') : '';
  const object = version === '' ? info.object : withMetadata(info.object, 'resourceVersion', version);
  const query = new Map(strictly(method).slice(0, method.major === 3 ? 1 : 2));
  const answer = session.replace(info.place, object, { purpose: 'replace', query });
  return answer.kind === 'object' ? answer : { kind: 'failed', message: `failed to replace object: ${answer.message}` };
}

/**
 * Patches an object by what changed from the last release to this one and by what differs from the cluster. Custom
 * resources are patched by the first alone. Upstream: helm pkg/kube/client.go createPatch, updateResource.
 */
function patchClientSide(session: ToolSession, original: Info, info: Info, { threeWay, manager }: Method): Written {
  const live = session.get(info.place, 'patch');
  if (live.kind === 'refusal' && live.reason !== 'NotFound') {
    const { namespace, name } = info.place;
    const why = `unable to get data for current object ${namespace}/${name}: ${live.message}`;
    return { kind: 'failed', message: `failed to create patch: ${why}` };
  }
  const current: ValueMap = live.kind === 'object' ? live.object : new Map();
  const made = patchBetween(original.object, info, current, threeWay);
  if (made.kind === 'failed') return { kind: 'failed', message: `failed to create patch: ${made.message}` };
  if (made.patch.size === 0) {
    const again = session.get(info.place, 'patch');
    if (again.kind === 'object') return again;
    return { kind: 'failed', message: `failed to refresh resource information: ${again.message}` };
  }
  const query = new Map([['fieldManager', manager]]);
  const answer = session.patch(info.place, made.type, made.patch, { purpose: 'patch', query });
  if (answer.kind === 'object') return answer;
  const kind = info.place.version.resource.kind;
  return { kind: 'failed', message: `cannot patch ${quote(info.place.name)} with kind ${kind}: ${answer.message}` };
}

type Between =
  | { readonly kind: 'made'; readonly type: 'strategic' | 'merge'; readonly patch: ValueMap }
  | { readonly kind: 'failed'; readonly message: string };

function patchBetween(original: ValueMap, info: Info, current: ValueMap, threeWay: boolean): Between {
  const { version } = info.place;
  const modified = info.object;
  // The scheme that Helm has knows all built-in kinds but those of the aggregator.
  const schema = version.resource.group === 'apiregistration.k8s.io' ? undefined : version.patchType;
  if (schema !== undefined) {
    const made = threeWayStrategicPatch({ original, modified, current }, schema, true);
    if (made.kind === 'patch') return { kind: 'made', type: 'strategic', patch: made.patch };
    return { kind: 'failed', message: made.kind === 'conflict' ? 'conflicting changes' : made.message };
  }
  if (!threeWay) return { kind: 'made', type: 'merge', patch: twoWayMergePatch(original, modified) };
  const made = threeWayMergePatch({ original, modified, current }, [
    requireKeyUnchanged('apiVersion'),
    requireKeyUnchanged('kind'),
    requireMetadataKeyUnchanged('name'),
  ]);
  if (made.kind === 'patch') return { kind: 'made', type: 'merge', patch: made.patch };
  return { kind: 'failed', message: made.kind === 'conflict' ? formatJson(made.patch) : made.message };
}

function written(answer: Answer): Written {
  return answer.kind === 'object' ? answer : { kind: 'failed', message: answer.message };
}
