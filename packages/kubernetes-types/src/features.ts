import {
  holdsFor,
  type KubernetesVersion,
  kubernetesVersions,
  type PlayedVersion,
  type ReleasesHeld,
} from './versions.ts';

/**
 * The feature gates that decide what a server does with fields, each with the version from which it is on by default, or
 * the rows in which it is; `undefined` where it is on in none. Upstream: k8s.io/kubernetes pkg/features/kube_features.go.
 */
export const featureGates = {
  AtomicWriteVolumeUserFields: 'v1.38',
  CSIServiceAccountTokenSecrets: 'v1.35',
  CSIVolumeHealth: undefined,
  ClusterTrustBundleProjection: 'v1.37',
  ConditionalAuthorization: undefined,
  ContainerRestartRules: 'v1.35',
  ContainerStopSignals: undefined,
  DeploymentReplicaSetTerminatingReplicas: 'v1.35',
  DRAConsumableCapacity: 'v1.36',
  DRADerivedAttributes: undefined,
  DRADeviceBindingConditions: 'v1.36',
  DRADeviceCompatibilityGroups: undefined,
  DRADeviceTaints: 'v1.36',
  DRAExtendedResource: 'v1.36',
  DRAListTypeAttributes: undefined,
  DRANodeAllocatableResources: undefined,
  DRAOptionalNodeOperations: undefined,
  DRAPartitionableDevices: 'v1.36',
  DRAPartitionableDevicesType: undefined,
  DynamicResourceAllocation: 'v1.34',
  EmptyDirVolumeMode: undefined,
  EnvFiles: 'v1.35',
  EvictionRequestAPI: undefined,
  ExcludeAdmissionWebhookVirtualResources: 'v1.37',
  GRPCContainerProbeTLS: undefined,
  GenericWorkload: undefined,
  H2CContainerProbe: undefined,
  HPAConfigurableTolerance: 'v1.35',
  HPAGeneration: 'v1.37',
  HostnameOverride: 'v1.35',
  ImageVolume: 'v1.35',
  InPlacePodLevelResourcesVerticalScaling: 'v1.36',
  InPlacePodVerticalScalingSchedulerPreemption: undefined,
  MatchLabelKeysInPodTopologySpreadSelectorMerge: 'v1.34',
  // v1.35.4 turned it off again.
  MaxUnavailableStatefulSet: [{ from: 'v1.35', until: 'v1.35.3' }, { from: 'v1.37' }],
  MutableCSINodeAllocatableCount: 'v1.35',
  NodeDeclaredFeatures: 'v1.36',
  PodCertificateRequest: 'v1.37',
  PodLevelResources: 'v1.34',
  PodLevelResourcesFixDefaulting: 'v1.37',
  PodLevelResourcesFixKubeletQOSClass: 'v1.37',
  ServiceCIDRStatusFieldWiping: 'v1.36',
  StatefulSetRecreateStrategy: 'v1.38',
  VolumeAttributesClass: 'v1.34',
  VolumeBindMountOptions: undefined,
  VolumeLimitScaling: 'v1.37',
  WorkloadWithJob: undefined,
} as const satisfies Readonly<Record<string, PlayedVersion | readonly ReleasesHeld[] | undefined>>;

/** The name of a feature gate. */
export type Feature = keyof typeof featureGates;

/** Whether a feature is on by default in a version. */
export function isOn(feature: Feature, version: PlayedVersion): boolean {
  const held: PlayedVersion | readonly ReleasesHeld[] | undefined = featureGates[feature];
  if (typeof held === 'string') return holdsFor({ from: held }, version);
  return held?.some((row) => holdsFor(row, version)) ?? false;
}

/** The feature gates that a minor version turned on by default, of those that this package knows, by name. */
export function featuresSince(version: KubernetesVersion): readonly Feature[] {
  const before = kubernetesVersions[kubernetesVersions.indexOf(version) - 1];
  const names = Object.keys(featureGates).filter((name): name is Feature => name in featureGates);
  return before === undefined ? [] : names.filter((name) => isOn(name, version) && !isOn(name, before));
}
