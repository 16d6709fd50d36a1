import {
  type AdmissionAttributes,
  type AdmissionPlugin,
  type Admitted,
  forbiddenBy,
  generatedName,
  objectAt,
  type Refusal,
  untyped,
} from '@managed-fields/api-server';
import {
  isMap,
  listAt,
  mapAt,
  metadataOf,
  quote,
  stringAt,
  textAt,
  type Value,
  type ValueMap,
  withEntry,
} from '@managed-fields/merge-engine';
import { mapsAt, specOf } from '../attributes.ts';
import { hasSecrets, secretComplaint } from './mountable-secrets.ts';

const volumePrefix = 'kube-api-access-';
const mountPath = '/var/run/secrets/kubernetes.io/serviceaccount';
const mirrorAnnotation = 'kubernetes.io/config.mirror';
const enforceAnnotation = 'kubernetes.io/enforce-mountable-secrets';
const defaultAccount = 'default';

/**
 * Gives a new Pod its ServiceAccount, the token of that as a volume in each container, and its image pull secrets, and
 * refuses secrets that the account does not name where it says so.
 * Upstream: k8s.io/kubernetes plugin/pkg/admission/serviceaccount/admission.go.
 */
export const serviceAccount: AdmissionPlugin = {
  name: 'ServiceAccount',
  plain: false,
  admit(attributes) {
    const { object: pod, operation } = attributes;
    if (pod === undefined || !isPodWrite(attributes) || operation !== 'CREATE') return undefined;
    if (isMirror(pod)) return refusalOf(attributes);
    const spec = specOf(pod);
    const name = accountName(pod) || defaultAccount;
    const named = new Map(spec).set('serviceAccountName', name).set('serviceAccount', name);
    const account = accountOf(attributes, name);
    if (account === undefined) return missing(attributes, name);
    const mounted = mountsToken(account, named) ? withToken(named, attributes) : named;
    const object = withEntry(pod, 'spec', withPullSecrets(mounted, account));
    const admitted: Admitted = { kind: 'admitted', object };
    return refusalOf({ ...attributes, object }) ?? admitted;
  },
  validate: refusalOf,
};

function isPodWrite({ endpoint }: AdmissionAttributes): boolean {
  const { group, plural } = endpoint.version.resource;
  return group === '' && plural === 'pods' && ['', 'ephemeralcontainers'].includes(endpoint.route.subresource);
}

function isMirror(pod: ValueMap): boolean {
  return mapAt(metadataOf(pod), 'annotations')?.has(mirrorAnnotation) === true;
}

function accountName(pod: ValueMap): string {
  return textAt(specOf(pod), 'serviceAccountName');
}

/** The account of a Pod. The controllers of a cluster make `default` in each namespace, with nothing in it. */
function accountOf({ cluster, namespace }: AdmissionAttributes, name: string): ValueMap | undefined {
  const found = objectAt(cluster, 'v1', 'serviceaccounts', namespace, name);
  if (found !== undefined || name !== defaultAccount || cluster.admission?.controllers !== true) return found;
  return new Map();
}

function missing(attributes: AdmissionAttributes, name: string): Refusal {
  const what = `${attributes.namespace}/${name}`;
  return forbiddenBy(attributes, `error looking up service account ${what}: serviceaccount ${quote(name)} not found`);
}

/** Upstream: admission.go Validate, limitEphemeralContainerSecretReferences. */
function refusalOf(attributes: AdmissionAttributes): Refusal | undefined {
  const { object: pod, operation, endpoint } = attributes;
  if (pod === undefined || !isPodWrite(attributes)) return undefined;
  const ephemeral = operation === 'UPDATE' && endpoint.route.subresource === 'ephemeralcontainers';
  if (operation !== 'CREATE' && !ephemeral) return undefined;
  if (!ephemeral && isMirror(pod)) {
    const why = mirrorComplaint(pod);
    return why === undefined ? undefined : forbiddenBy(attributes, `a mirror pod may not ${why}`);
  }
  const name = accountName(pod);
  if (name === '') {
    const podName = textAt(metadataOf(pod), 'name');
    return forbiddenBy(attributes, `no service account specified for pod ${attributes.namespace}/${podName}`);
  }
  const account = accountOf(attributes, name);
  if (account === undefined) return missing(attributes, name);
  if (!enforcesSecrets(account)) return undefined;
  const why = secretComplaint(pod, account, ephemeral);
  if (why === undefined) return undefined;
  // Of ephemeral containers upstream returns the complaint as it is.
  return ephemeral ? untyped(why) : forbiddenBy(attributes, why);
}

function mirrorComplaint(pod: ValueMap): string | undefined {
  if (accountName(pod) !== '') return 'reference service accounts';
  if (hasSecrets(pod)) return 'reference secrets';
  const volumes = mapsAt(specOf(pod), 'volumes');
  const sources = volumes.flatMap((volume) => mapsAt(mapAt(volume, 'projected'), 'sources'));
  return sources.some((source) => source.has('serviceAccountToken'))
    ? 'use ServiceAccountToken volume projections'
    : undefined;
}

/** Upstream: Go's strconv.ParseBool. */
const truths: ReadonlySet<string> = new Set(['1', 't', 'T', 'true', 'TRUE', 'True']);

function enforcesSecrets(account: ValueMap): boolean {
  return truths.has(textAt(mapAt(metadataOf(account), 'annotations'), enforceAnnotation));
}

/** What the Pod wants comes first, then what its account wants. Upstream: shouldAutomount. */
function mountsToken(account: ValueMap, spec: ValueMap): boolean {
  const key = 'automountServiceAccountToken';
  return (spec.get(key) ?? account.get(key) ?? true) === true;
}

function withPullSecrets(spec: ValueMap, account: ValueMap): ValueMap {
  const secrets = mapsAt(account, 'imagePullSecrets');
  if ((listAt(spec, 'imagePullSecrets') ?? []).length > 0 || secrets.length === 0) return spec;
  return withEntry(
    spec,
    'imagePullSecrets',
    secrets.map((secret) => new Map([['name', textAt(secret, 'name')]])),
  );
}

/** Mounts the token in each container that mounts nothing else in its place. Upstream: mountServiceAccountToken. */
function withToken(spec: ValueMap, { cluster }: AdmissionAttributes): ValueMap {
  const volumes = listAt(spec, 'volumes') ?? [];
  const existing = mapsAt(spec, 'volumes').find((volume) => stringAt(volume, 'name')?.startsWith(volumePrefix));
  // The Pod's own generated name follows from the same number, and is another.
  const name = stringAt(existing, 'name') ?? generatedName(volumePrefix, cluster.nextUid + 500_000_000);
  const mount = new Map<string, Value>([
    ['name', name],
    ['readOnly', true],
    ['mountPath', mountPath],
  ]);
  let [next, needed] = [spec, false];
  for (const key of ['initContainers', 'containers']) {
    const containers = listAt(spec, key);
    const mounted = containers?.map((container) => {
      if (!isMap(container) || hasMount(container)) return container;
      needed = true;
      return withEntry(container, 'volumeMounts', [...(listAt(container, 'volumeMounts') ?? []), mount]);
    });
    if (mounted !== undefined) next = withEntry(next, key, mounted);
  }
  return needed && existing === undefined ? withEntry(next, 'volumes', [...volumes, tokenVolume(name)]) : next;
}

function hasMount(container: ValueMap): boolean {
  return mapsAt(container, 'volumeMounts').some((mount) => stringAt(mount, 'mountPath') === mountPath);
}

/** Upstream: TokenVolumeSource. */
function tokenVolume(name: string): ValueMap {
  const map = (entries: Readonly<Record<string, Value>>) => new Map(Object.entries(entries));
  const token = map({ path: 'token', expirationSeconds: 3607n });
  const bundle = map({ name: 'kube-root-ca.crt', items: [map({ key: 'ca.crt', path: 'ca.crt' })] });
  const field = map({ apiVersion: 'v1', fieldPath: 'metadata.namespace' });
  const downward = map({ items: [map({ path: 'namespace', fieldRef: field })] });
  const sources = [map({ serviceAccountToken: token }), map({ configMap: bundle }), map({ downwardAPI: downward })];
  return map({ name, projected: map({ sources, defaultMode: 420n }) });
}
