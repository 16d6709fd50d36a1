import { mapAt, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import { mapsAt } from '../attributes.ts';
import { addedCapabilities, mustNotAdd, seccompProfile, uses } from './baseline.ts';
import {
  type Check,
  containersText,
  counted,
  inOrder,
  namesOfThose,
  quoted,
  securityContextOf,
  settersOf,
  textsAt,
} from './check.ts';
import { isConfined, profileType } from './profiles.ts';

/** A check that passes every Pod for Windows, which lacks what the check asks for. */
export function unlessWindows(check: Check): Check {
  return (pod) => (stringAt(mapAt(pod.spec, 'os'), 'name') === 'windows' ? undefined : check(pod));
}

/** Nothing gains privileges. Upstream: policy/check_allowPrivilegeEscalation.go. */
export const allowPrivilegeEscalation: Check = ({ containers }) => {
  const names = namesOfThose(
    containers,
    (container) => securityContextOf(container)?.get('allowPrivilegeEscalation') !== false,
  );
  if (names.length === 0) return undefined;
  return {
    reason: 'allowPrivilegeEscalation != false',
    detail: `${containersText(names)} must set securityContext.allowPrivilegeEscalation=false`,
  };
};

/** All capabilities are dropped but for one. Upstream: policy/check_capabilities_restricted.go. */
export const capabilitiesRestricted: Check = ({ containers }) => {
  const keeping = namesOfThose(
    containers,
    (container) => !textsAt(mapAt(securityContextOf(container), 'capabilities'), 'drop').includes('ALL'),
  );
  const forbidden = new Set<string>();
  const adding = namesOfThose(containers, (container) => {
    const added = addedCapabilities(container).filter((name) => name !== 'NET_BIND_SERVICE');
    for (const name of added) forbidden.add(name);
    return added.length > 0;
  });
  const details = [
    ...(keeping.length === 0 ? [] : [`${containersText(keeping)} must set securityContext.capabilities.drop=["ALL"]`]),
    ...(adding.length === 0 ? [] : [mustNotAdd(adding, forbidden)]),
  ];
  return details.length === 0 ? undefined : { reason: 'unrestricted capabilities', detail: details.join('; ') };
};

/** Kinds of volumes that every Pod may have. */
const freeVolumes = [
  'configMap',
  'csi',
  'downwardAPI',
  'emptyDir',
  'ephemeral',
  'image',
  'persistentVolumeClaim',
  'projected',
  'secret',
];

/** The others, in the order in which one is looked for. */
const restrictedVolumeTypes = [
  'hostPath',
  'gcePersistentDisk',
  'awsElasticBlockStore',
  'gitRepo',
  'nfs',
  'iscsi',
  'glusterfs',
  'rbd',
  'flexVolume',
  'cinder',
  'cephfs',
  'flocker',
  'fc',
  'azureFile',
  'vsphereVolume',
  'quobyte',
  'azureDisk',
  'photonPersistentDisk',
  'portworxVolume',
  'scaleIO',
  'storageos',
];

/** Volumes are of a few kinds. Upstream: policy/check_restrictedVolumes.go. */
export const restrictedVolumes: Check = ({ spec }) => {
  const types = new Set<string>();
  const names = namesOfThose(mapsAt(spec, 'volumes'), (volume) => {
    const has = (type: string) => mapAt(volume, type) !== undefined;
    if (freeVolumes.some(has)) return false;
    types.add(restrictedVolumeTypes.find(has) ?? 'unknown');
    return true;
  });
  if (names.length === 0) return undefined;
  const volumes = `${counted('volume', names.length)} ${quoted(names)}`;
  const what = `${counted('restricted volume type', types.size)} ${quoted(inOrder(types))}`;
  return { reason: 'restricted volume types', detail: `${volumes} ${uses(names)} ${what}` };
};

/** Everything says that it does not run as root. Upstream: policy/check_runAsNonRoot.go. */
export const runAsNonRoot: Check = ({ spec, containers }) => {
  const said = (holder: ValueMap) => securityContextOf(holder)?.get('runAsNonRoot');
  const reason = 'runAsNonRoot != true';
  const setters = settersOf(
    said(spec) === false,
    namesOfThose(containers, (container) => said(container) === false),
  );
  if (setters.length > 0) {
    return { reason, detail: `${setters.join(' and ')} must not set securityContext.runAsNonRoot=false` };
  }
  if (said(spec) === true) return undefined;
  const silent = namesOfThose(containers, (container) => said(container) !== true);
  if (silent.length === 0) return undefined;
  return { reason, detail: `pod or ${containersText(silent)} must set securityContext.runAsNonRoot=true` };
};

/** Nothing says that it runs as root. Upstream: policy/check_runAsUser.go. */
export const runAsUser: Check = ({ spec, containers }) => {
  const isRoot = (holder: ValueMap) => securityContextOf(holder)?.get('runAsUser') === 0n;
  const setters = settersOf(isRoot(spec), namesOfThose(containers, isRoot));
  return setters.length === 0
    ? undefined
    : { reason: 'runAsUser=0', detail: `${setters.join(' and ')} must not set runAsUser=0` };
};

/** Seccomp is switched on. Upstream: policy/check_seccompProfile_restricted.go. */
export const seccompRestricted: Check = (pod) => {
  const wrong = seccompProfile(pod);
  if (wrong !== undefined) return wrong;
  const isSet = (holder: ValueMap) => isConfined(profileType(holder, 'seccompProfile') ?? '');
  if (isSet(pod.spec)) return undefined;
  const silent = namesOfThose(pod.containers, (container) => !isSet(container));
  if (silent.length === 0) return undefined;
  const setting = 'must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost"';
  return { reason: 'seccompProfile', detail: `pod or ${containersText(silent)} ${setting}` };
};
