export { loadData } from './bundled-data.ts';
export type { ClusterSchemas } from './catalog/builtin-resource.ts';
export { kubernetesTypes, loadKubernetesTypes, loadUncheckedTypes } from './catalog/kubernetes-types.ts';
export type {
  CustomEncoding,
  GoBytes,
  GoContainer,
  GoCustom,
  GoField,
  GoScalar,
  GoStruct,
  GoType,
} from './codec/go-types.ts';
export { type FieldTexts, hasDescriptions, loadDescriptions, provideDescriptions } from './descriptions.ts';
export { type Feature, featureGates, featuresSince } from './features.ts';
export { isJsonMap, type JsonMap, type KubernetesData, type ResourceEntry } from './kubernetes-data.ts';
export { patchesOf, playedVersions, releaseNamed, versionNamed, versionsListed } from './named-releases.ts';
export { builtWith, type PatchRelease, patchReleases, previews } from './patch-releases.ts';
export { loadClusterTypes } from './published/load.ts';
export { isNewerThanKnown, isOfVersion, nearestVersion } from './published/nearest-version.ts';
export type { ClusterDocument, ClusterKinds, ClusterResource } from './published/published-kinds.ts';
export { type Unmodelled, unmodelledRules } from './unmodelled.ts';
export type { BadValue, ChangedValue, Complaint, Errors, MinorsHeld } from './validation/errors.ts';
export type { Checks, KindChecks } from './validation/kind-checks.ts';
export type { Shown } from './validation/shown.ts';
export { groupVersionOf, patchedData, resourceKey, type VersionPatch } from './version-data.ts';
export type { OtherVersion, ReleasesHeld } from './versions.ts';
export {
  defaultVersion,
  isPatchRelease,
  isPlayedVersion,
  isPreview,
  type KubernetesVersion,
  kubernetesVersions,
  mergeLibraryOf,
  minorOf,
  minorVersionOf,
  newestVersion,
  type PlayedVersion,
  releases,
  serverRelease,
  versionsOnTheWay,
} from './versions.ts';
