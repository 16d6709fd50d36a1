import { mapAt, textAt, type ValueMap } from '@managed-fields/merge-engine';
import { mapsAt } from '../attributes.ts';

/**
 * What a Pod takes from secrets that its account does not name; undefined where there is nothing. Of an update of
 * ephemeral containers only these are looked at.
 * Upstream: k8s.io/kubernetes plugin/pkg/admission/serviceaccount/admission.go limitSecretReferences,
 * limitEphemeralContainerSecretReferences.
 */
export function secretComplaint(pod: ValueMap, account: ValueMap, ephemeral: boolean): string | undefined {
  const spec = mapAt(pod, 'spec');
  const accountName = textAt(mapAt(account, 'metadata'), 'name');
  const mountable = namesOf(account, 'secrets');
  const notAllowed = `is not allowed because service account ${accountName} does not reference that`;
  const inContainers = (list: string, kind: string) => {
    for (const container of mapsAt(spec, list)) {
      const name = textAt(container, 'name');
      for (const { variable, secret } of secretsOf(container)) {
        if (mountable.has(secret)) continue;
        const how = variable === undefined ? 'envFrom' : `envVar ${variable}`;
        return `${kind} ${name} with ${how} referencing secret.secretName="${secret}" ${notAllowed} secret`;
      }
    }
    return undefined;
  };
  if (ephemeral) return inContainers('ephemeralContainers', 'ephemeral container');
  for (const volume of mapsAt(spec, 'volumes')) {
    const source = mapAt(volume, 'secret');
    const secret = textAt(source, 'secretName');
    if (source !== undefined && !mountable.has(secret)) {
      return `volume with secret.secretName="${secret}" ${notAllowed} secret`;
    }
  }
  const complaint = inContainers('initContainers', 'init container') ?? inContainers('containers', 'container');
  if (complaint !== undefined) return complaint;
  const pullable = namesOf(account, 'imagePullSecrets');
  const wanted = mapsAt(spec, 'imagePullSecrets').map((each) => textAt(each, 'name'));
  const index = wanted.findIndex((name) => !pullable.has(name));
  if (index === -1) return undefined;
  return `imagePullSecrets[${index}].name="${wanted[index]}" ${notAllowed} imagePullSecret`;
}

interface SecretUse {
  /** The environment variable; undefined for `envFrom`. */
  readonly variable: string | undefined;
  readonly secret: string;
}

function secretsOf(container: ValueMap): readonly SecretUse[] {
  const variables = mapsAt(container, 'env').map((each) => {
    return { variable: textAt(each, 'name'), of: mapAt(mapAt(each, 'valueFrom'), 'secretKeyRef') };
  });
  const whole = mapsAt(container, 'envFrom').map((each) => ({ variable: undefined, of: mapAt(each, 'secretRef') }));
  return [...variables, ...whole].flatMap(({ variable, of }) =>
    of === undefined ? [] : [{ variable, secret: textAt(of, 'name') }],
  );
}

/** Where kinds of volumes name a secret, in the order in which the first kind counts. */
const secretsOfVolumes: readonly (readonly [kind: string, names: (source: ValueMap) => readonly string[]])[] = [
  ['azureFile', (source) => [textAt(source, 'secretName')]],
  ['cephfs', secretRef('secretRef')],
  ['cinder', secretRef('secretRef')],
  ['flexVolume', secretRef('secretRef')],
  ['projected', (source) => mapsAt(source, 'sources').map((each) => textAt(mapAt(each, 'secret'), 'name'))],
  ['rbd', secretRef('secretRef')],
  ['secret', (source) => [textAt(source, 'secretName')]],
  ['scaleIO', secretRef('secretRef')],
  ['iscsi', secretRef('secretRef')],
  ['storageos', secretRef('secretRef')],
  ['csi', secretRef('nodePublishSecretRef')],
];

function secretRef(key: string): (source: ValueMap) => readonly string[] {
  return (source) => [textAt(mapAt(source, key), 'name')];
}

/** Whether a Pod names any secret. Upstream: k8s.io/kubernetes pkg/api/pod/util.go VisitPodSecretNames. */
export function hasSecrets(pod: ValueMap): boolean {
  const spec = mapAt(pod, 'spec');
  const containers = ['initContainers', 'containers', 'ephemeralContainers'].flatMap((key) => mapsAt(spec, key));
  const volumes = mapsAt(spec, 'volumes').flatMap((volume) => {
    for (const [kind, names] of secretsOfVolumes) {
      const source = mapAt(volume, kind);
      if (source !== undefined) return names(source);
    }
    return [];
  });
  const pulled = mapsAt(spec, 'imagePullSecrets').map((each) => textAt(each, 'name'));
  const taken = containers.flatMap(secretsOf).map(({ secret }) => secret);
  return [...pulled, ...taken, ...volumes].some((name) => name !== '');
}

function namesOf(account: ValueMap, list: string): ReadonlySet<string> {
  return new Set(mapsAt(account, list).map((each) => textAt(each, 'name')));
}
