import type { ResourceVersion } from '@managed-fields/api-server';
import { mapAt, metadataOf, parseTime, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import { get, list } from '../client.ts';
import { type Failure, fail, hasReason, isFailure, notPlayed, together } from '../failure.ts';
import type { Flags } from '../flags.ts';
import type { LoadedInfo } from '../info.ts';
import { collect, listItems, select } from '../selection.ts';
import type { Session } from '../session.ts';
import { Description } from './description.ts';
import { writeContent } from './generic.ts';
import {
  type PodCounts,
  showsToken,
  writeConfigMap,
  writeDeployment,
  writeNamespace,
  writeReplicaSet,
  writeSecret,
  writeService,
  writeServiceAccount,
} from './kinds.ts';
import { podSpecOf, writePod } from './pods.ts';
import { writeEvents, writeMetadata, writeNames } from './shared.ts';
import { mapsAt, ownerOf, selectorText, textAt, uidOf } from './values.ts';
import { unknownSource } from './volumes.ts';

/** The kinds that kubectl describes in a way of their own and that are not played, by group and kind. */
export const undescribedKinds: readonly string[] = [
  ...'ReplicationController Node LimitRange ResourceQuota PersistentVolume PersistentVolumeClaim Endpoints'.split(' '),
  'discovery.k8s.io/EndpointSlice',
  'autoscaling/HorizontalPodAutoscaler',
  ...'Ingress IngressClass ServiceCIDR IPAddress NetworkPolicy'.split(' ').map((kind) => `networking.k8s.io/${kind}`),
  ...'Job CronJob'.split(' ').map((kind) => `batch/${kind}`),
  ...'StatefulSet DaemonSet'.split(' ').map((kind) => `apps/${kind}`),
  'certificates.k8s.io/CertificateSigningRequest',
  ...'StorageClass CSINode VolumeAttributesClass'.split(' ').map((kind) => `storage.k8s.io/${kind}`),
  'policy/PodDisruptionBudget',
  ...'Role ClusterRole RoleBinding ClusterRoleBinding'.split(' ').map((kind) => `rbac.authorization.k8s.io/${kind}`),
  'scheduling.k8s.io/PriorityClass',
];

const suggestion = 'Use "kubectl api-resources" for a complete list of supported resources.';

/** What does not change from one object to the next. */
interface Describing {
  readonly session: Session;
  readonly chunk: number;
  readonly withEvents: boolean;
}

/** `kubectl describe`. Upstream: k8s.io/kubectl pkg/cmd/describe/describe.go. */
export function runDescribe(session: Session, flags: Flags): Failure | undefined {
  const hasFiles = flags.list('filename').length > 0 || flags.text('kustomize') !== '';
  if (flags.args.length === 0 && !hasFiles) {
    return fail(`You must specify the type of resource to describe. ${suggestion}\n`);
  }
  const chunk = flags.number('chunk-size');
  const allNamespaces = flags.truth('all-namespaces');
  const selecting = { args: flags.args, allowAll: true, allNamespaces, ...(chunk > 0 ? { limit: chunk } : {}) };
  const selected = select(session, flags, { ...selecting, latest: false });
  if (isFailure(selected)) return selected;
  const { infos, failed } = collect(selected);
  const explicit = flags.changed('show-events');
  const withEvents = explicit ? flags.truth('show-events') : failed === undefined && infos.length <= 1;
  const describing = { session, chunk, withEvents };
  const [type = '', prefix = ''] = flags.args;
  if (failed !== undefined && hasReason(failed, 'NotFound') && flags.args.length === 2) {
    return describeMatching(describing, flags, type, prefix, failed);
  }
  const failures = failed === undefined ? [] : [failed];
  let isFirst = true;
  for (const info of infos) {
    const text = described(describing, info);
    if (isFailure(text)) {
      if (!failures.some((each) => each.message === text.message)) failures.push(text);
      continue;
    }
    session.out(isFirst ? text : `\n\n${text}`);
    isFirst = false;
  }
  if (infos.length === 0 && failures.length === 0) {
    session.err(allNamespaces ? 'No resources found\n' : `No resources found in ${session.namespace} namespace.\n`);
  }
  return together(failures);
}

/** Describes what has a name that begins as asked. Upstream: DescribeMatchingResources. */
function describeMatching(
  describing: Describing,
  flags: Flags,
  type: string,
  prefix: string,
  original: Failure,
): Failure | undefined {
  const { session, chunk } = describing;
  const limit = chunk > 0 ? { limit: chunk } : {};
  const selected = select(session, flags, { args: [type], allowAll: true, ...limit });
  if (isFailure(selected)) return selected;
  const { infos, failed } = collect(selected);
  if (failed !== undefined) return failed;
  const found = infos.filter(({ name }) => name.startsWith(prefix));
  for (const info of found) {
    const text = described(describing, info);
    if (isFailure(text)) return text;
    session.out(`${text}\n`);
  }
  return found.length === 0 ? original : undefined;
}

/** The description of one object, which is fetched for it. */
function described(describing: Describing, { version, namespace, name }: LoadedInfo): string | Failure {
  const { group, kind } = version.resource;
  const key = group === '' ? kind : `${group}/${kind}`;
  if (undescribedKinds.includes(key)) return notPlayed({ kind: 'describe', what: kind });
  const got = get(describing.session, { version, namespace, name });
  if (got.kind === 'failure') return got;
  const { object } = got;
  const problem = unplayedPart(key, object);
  if (problem !== undefined) return notPlayed({ kind: 'describe', what: problem });
  const out = new Description();
  const failed = (describers[key] ?? describeAny)(out, object, describing, version);
  return failed ?? out.text();
}

/** What of an object is not described here. */
function unplayedPart(key: string, object: ValueMap): string | undefined {
  if (key === 'Secret' && showsToken(object)) return 'kubernetes.io/service-account-token';
  if (!['Pod', 'apps/Deployment', 'apps/ReplicaSet'].includes(key)) return undefined;
  return unknownSource(mapsAt(podSpecOf(object), 'volumes'));
}

type Describe = (
  out: Description,
  object: ValueMap,
  describing: Describing,
  version: ResourceVersion,
) => Failure | undefined;

const describers: Readonly<Record<string, Describe>> = {
  ConfigMap(out, object, describing) {
    writeConfigMap(out, object);
    const found = askEvents(object, describing);
    if (isFailure(found)) return found;
    writeEvents(out, found, timeOf(describing));
    return undefined;
  },
  Secret(out, object) {
    writeSecret(out, object);
    return undefined;
  },
  ServiceAccount(out, object, describing) {
    writeServiceAccount(out, object);
    writeEvents(out, fetchEvents(object, describing), timeOf(describing));
    return undefined;
  },
  Service(out, object, describing) {
    const metadata = metadataOf(object);
    const selector = `kubernetes.io/service-name=${stringAt(metadata, 'name') ?? ''}`;
    const slices = itemsOf(describing, 'discovery.k8s.io/v1', 'EndpointSlice', namespaceOf(object), selector, false);
    const found = fetchEvents(object, describing);
    writeService(out, object, isFailure(slices) ? [] : slices);
    writeEvents(out, found, timeOf(describing));
    return undefined;
  },
  Pod(out, object, describing) {
    const found = fetchEvents(object, describing, false);
    writePod(out, object, timeOf(describing));
    writeEvents(out, found, timeOf(describing));
    return undefined;
  },
  'apps/Deployment'(out, object, describing) {
    const found = fetchEvents(object, describing);
    const selector = selectorText(mapAt(mapAt(object, 'spec'), 'selector'));
    const sets = itemsOf(describing, 'apps/v1', 'ReplicaSet', namespaceOf(object), selector, true);
    const owned = isFailure(sets) ? [] : sets.filter((each) => textAt(ownerOf(each), 'uid') === uidOf(object));
    writeDeployment(out, object, owned);
    writeEvents(out, found, timeOf(describing));
    return undefined;
  },
  'apps/ReplicaSet'(out, object, describing) {
    const selector = selectorText(mapAt(mapAt(object, 'spec'), 'selector'));
    const pods = itemsOf(describing, 'v1', 'Pod', namespaceOf(object), selector, true);
    const found = fetchEvents(object, describing);
    const owned = isFailure(pods) ? [] : pods.filter((each) => textAt(ownerOf(each), 'uid') === uidOf(object));
    writeReplicaSet(out, object, countsOf(owned));
    writeEvents(out, found, timeOf(describing));
    return undefined;
  },
  Namespace(out, object, describing) {
    const name = stringAt(metadataOf(object), 'name') ?? '';
    const quotas = itemsOf(describing, 'v1', 'ResourceQuota', name, '', true);
    const limits = itemsOf(describing, 'v1', 'LimitRange', name, '', true);
    if (isFailure(quotas)) return quotas;
    if (isFailure(limits)) return limits;
    writeNamespace(out, object, quotas, limits);
    return undefined;
  },
};

/** Upstream: kubectl pkg/describe/describe.go genericDescriber. */
function describeAny(out: Description, object: ValueMap, describing: Describing): undefined {
  const found = fetchEvents(object, describing);
  writeNames(out, object);
  writeMetadata(out, object);
  writeContent(out, object);
  writeEvents(out, found, timeOf(describing));
  return undefined;
}

function countsOf(pods: readonly ValueMap[]): PodCounts {
  const count = (phase: string) => pods.filter((pod) => textAt(mapAt(pod, 'status'), 'phase') === phase).length;
  return {
    running: count('Running'),
    waiting: count('Pending'),
    succeeded: count('Succeeded'),
    failed: count('Failed'),
  };
}

function namespaceOf(object: ValueMap): string {
  return stringAt(metadataOf(object), 'namespace') ?? '';
}

const timeOf = ({ session }: Describing) => parseTime(session.now) ?? 0;

/** The events about an object; undefined where they cannot be read, or are not asked for. */
function fetchEvents(object: ValueMap, describing: Describing, withKind = true): readonly ValueMap[] | undefined {
  const found = askEvents(object, describing, withKind);
  return isFailure(found) ? undefined : found;
}

/** The same, or why they cannot be read. Upstream: searchEvents. */
function askEvents(
  object: ValueMap,
  describing: Describing,
  withKind = true,
): readonly ValueMap[] | undefined | Failure {
  const { session, chunk, withEvents } = describing;
  const version = session.catalog.findKind('v1', 'Event');
  if (!withEvents || version === undefined) return undefined;
  const fields = [
    ...(withKind ? [`involvedObject.kind=${textAt(object, 'kind')}`] : []),
    `involvedObject.name=${stringAt(metadataOf(object), 'name') ?? ''}`,
    `involvedObject.namespace=${namespaceOf(object)}`,
    `involvedObject.uid=${uidOf(object)}`,
  ];
  const query = new Map([['fieldSelector', fields.join(',')]]);
  if (chunk > 0) query.set('limit', String(chunk));
  const got = list(session, version, namespaceOf(object), query);
  return got.kind === 'failure' ? got : listItems(got.object);
}

function itemsOf(
  { session, chunk }: Describing,
  apiVersion: string,
  kind: string,
  namespace: string,
  selector: string,
  inChunks: boolean,
): readonly ValueMap[] | Failure {
  const version = session.catalog.findKind(apiVersion, kind);
  if (version === undefined) return [];
  const query = new Map<string, string>();
  if (selector !== '') query.set('labelSelector', selector);
  if (inChunks && chunk > 0) query.set('limit', String(chunk));
  const got = list(session, version, namespace, query);
  return got.kind === 'failure' ? got : listItems(got.object);
}
