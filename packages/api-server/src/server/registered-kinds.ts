import { groupAndVersion, isCustom, type TypeCatalog } from '../catalog/catalog.ts';
import { usualMinor } from './changes.ts';

/** Kinds of a version that no path of it serves. `lists`: each has a list, too. `from`, `until`: minor versions, the last one without them. */
interface Row {
  readonly apiVersion: string;
  readonly kinds: readonly string[];
  readonly lists?: true;
  readonly from?: number;
  readonly until?: number;
}

function row(apiVersion: string, kinds: string, rest: Omit<Row, 'apiVersion' | 'kinds'> = {}): Row {
  return { apiVersion, kinds: kinds.split(' '), ...rest };
}

const lists = { lists: true } as const;
const ofRbac = 'ClusterRole ClusterRoleBinding Role RoleBinding';
const ofFlows = 'FlowSchema PriorityLevelConfiguration';
const ofDevices = 'DeviceClass ResourceClaim ResourceClaimTemplate ResourceSlice';
const ofReviews = 'LocalSubjectAccessReview SelfSubjectAccessReview SelfSubjectRulesReview SubjectAccessReview';
const ofPolicies = 'ValidatingAdmissionPolicy ValidatingAdmissionPolicyBinding';
const ofMutatingPolicies = 'MutatingAdmissionPolicy MutatingAdmissionPolicyBinding';
const ofServices = 'IPAddress ServiceCIDR';
const ofStorage = 'CSIDriver CSINode CSIStorageCapacity StorageClass VolumeAttachment VolumeAttributesClass';
const ofConnections = 'PodAttachOptions PodExecOptions PodLogOptions PodPortForwardOptions PodProxyOptions';

/** Upstream: k8s.io/api GROUP/VERSION/register.go. */
const rows: readonly Row[] = [
  row('v1', `List RangeAllocation SerializedReference NodeProxyOptions ServiceProxyOptions ${ofConnections}`),
  row('v1', 'PodStatusResult', { until: 37 }),
  row('admission.k8s.io/v1', 'AdmissionReview'),
  row('admission.k8s.io/v1beta1', 'AdmissionReview'),
  row('admissionregistration.k8s.io/v1alpha1', `${ofPolicies} ${ofMutatingPolicies}`, lists),
  row('admissionregistration.k8s.io/v1beta1', ofPolicies, lists),
  row('admissionregistration.k8s.io/v1beta1', 'MutatingWebhookConfiguration ValidatingWebhookConfiguration', lists),
  row('admissionregistration.k8s.io/v1beta1', ofMutatingPolicies, { ...lists, from: 34 }),
  row('apiextensions.k8s.io/v1', 'ConversionReview'),
  row('apiextensions.k8s.io/v1beta1', 'ConversionReview'),
  row('apiextensions.k8s.io/v1beta1', 'CustomResourceDefinition', lists),
  row('apiregistration.k8s.io/v1beta1', 'APIService', lists),
  row('apps/v1beta1', 'ControllerRevision Deployment StatefulSet', lists),
  row('apps/v1beta1', 'DeploymentRollback Scale'),
  row('apps/v1beta2', 'ControllerRevision DaemonSet Deployment ReplicaSet StatefulSet', lists),
  row('apps/v1beta2', 'Scale'),
  row('authentication.k8s.io/v1', 'TokenRequest'),
  row('authentication.k8s.io/v1alpha1', 'SelfSubjectReview'),
  row('authentication.k8s.io/v1beta1', 'SelfSubjectReview TokenReview'),
  row('authorization.k8s.io/v1beta1', ofReviews),
  row('autoscaling/v1', 'Scale'),
  row('autoscaling/v2beta1', 'HorizontalPodAutoscaler', { ...lists, until: 36 }),
  row('autoscaling/v2beta2', 'HorizontalPodAutoscaler', { ...lists, until: 36 }),
  row('batch/v1beta1', 'CronJob', lists),
  row('certificates.k8s.io/v1alpha1', 'ClusterTrustBundle', lists),
  row('certificates.k8s.io/v1alpha1', 'PodCertificateRequest', { ...lists, from: 34, until: 35 }),
  row('certificates.k8s.io/v1beta1', 'CertificateSigningRequest ClusterTrustBundle', lists),
  row('certificates.k8s.io/v1beta1', 'PodCertificateRequest', { ...lists, from: 35 }),
  row('coordination.k8s.io/v1alpha2', 'LeaseCandidate', lists),
  row('coordination.k8s.io/v1beta1', 'Lease LeaseCandidate', lists),
  row('discovery.k8s.io/v1beta1', 'EndpointSlice', lists),
  row('events.k8s.io/v1beta1', 'Event', lists),
  row('extensions/v1beta1', 'DaemonSet Deployment Ingress NetworkPolicy ReplicaSet', lists),
  row('extensions/v1beta1', 'DeploymentRollback Scale'),
  row('flowcontrol.apiserver.k8s.io/v1beta1', ofFlows, lists),
  row('flowcontrol.apiserver.k8s.io/v1beta2', ofFlows, lists),
  row('flowcontrol.apiserver.k8s.io/v1beta3', ofFlows, lists),
  row('imagepolicy.k8s.io/v1alpha1', 'ImageReview'),
  row('internal.apiserver.k8s.io/v1alpha1', 'StorageVersion', lists),
  row('networking.k8s.io/v1alpha1', ofServices, { ...lists, until: 34 }),
  row('networking.k8s.io/v1beta1', `${ofServices} Ingress IngressClass`, lists),
  row('node.k8s.io/v1alpha1', 'RuntimeClass', lists),
  row('node.k8s.io/v1beta1', 'RuntimeClass', lists),
  row('policy/v1', 'Eviction'),
  row('policy/v1beta1', 'Eviction'),
  row('policy/v1beta1', 'PodDisruptionBudget', lists),
  row('rbac.authorization.k8s.io/v1alpha1', ofRbac, lists),
  row('rbac.authorization.k8s.io/v1beta1', ofRbac, lists),
  row('resource.k8s.io/v1alpha3', ofDevices, { ...lists, until: 34 }),
  row('resource.k8s.io/v1alpha3', 'DeviceTaintRule', lists),
  row('resource.k8s.io/v1beta1', ofDevices, lists),
  row('resource.k8s.io/v1beta2', ofDevices, lists),
  row('resource.k8s.io/v1alpha3', 'ResourcePoolStatusRequest', { ...lists, from: 36 }),
  row('resource.k8s.io/v1beta2', 'DeviceTaintRule', { ...lists, from: 36 }),
  row('scheduling.k8s.io/v1alpha1', 'PriorityClass', { ...lists, until: 36 }),
  row('scheduling.k8s.io/v1alpha1', 'Workload', { ...lists, from: 35, until: 36 }),
  row('scheduling.k8s.io/v1alpha2', 'PodGroup Workload', { ...lists, from: 36, until: 37 }),
  row('scheduling.k8s.io/v1alpha3', 'CompositePodGroup PodGroup Workload', { ...lists, from: 37 }),
  row('scheduling.k8s.io/v1beta1', 'PriorityClass', lists),
  row('scheduling.k8s.io/v1beta1', 'PodGroup Workload', { ...lists, from: 37 }),
  row('scheduling.k8s.io/v1beta1', 'CompositePodGroup', { ...lists, from: 38 }),
  row('storage.k8s.io/v1alpha1', 'CSIStorageCapacity VolumeAttachment VolumeAttributesClass', lists),
  row('storage.k8s.io/v1beta1', ofStorage, lists),
  row('storagemigration.k8s.io/v1alpha1', 'StorageVersionMigration', { ...lists, until: 35 }),
  row('storagemigration.k8s.io/v1beta1', 'StorageVersionMigration', { ...lists, from: 35 }),
];

/**
 * Whether a server knows a kind that it does not serve: a list, what subresources take, what webhooks are sent, and kinds at versions of
 * former times. `group`: the one of the kind, for servers inside of the server that know their own kinds alone.
 */
export function knowsUnserved(
  catalog: TypeCatalog,
  apiVersion: string,
  kind: string,
  isKnownGroup: (group: string) => boolean,
): boolean {
  const [group] = groupAndVersion(apiVersion);
  if (!isKnownGroup(group)) return false;
  const inList = kind.endsWith('List') ? kind.slice(0, -'List'.length) : undefined;
  const served = inList === undefined ? undefined : catalog.findKind(apiVersion, inList);
  if (served !== undefined && !isCustom(served) && served.verbs.get('')?.includes('list')) return true;
  return rows.some(
    (each) =>
      isOf(each, catalog, apiVersion) &&
      (each.kinds.includes(kind) || (each.lists === true && inList !== undefined && each.kinds.includes(inList))),
  );
}

/** Whether a server has a version of a group of its own, whether or not it serves any of it. */
export function knowsVersion(catalog: TypeCatalog, apiVersion: string): boolean {
  const [group, version] = groupAndVersion(apiVersion);
  const isServed = catalog.names().some((each) => {
    const found = each.group === group ? catalog.find(group, version, each.plural) : undefined;
    return found !== undefined && !isCustom(found);
  });
  return isServed || rows.some((each) => isOf(each, catalog, apiVersion));
}

function isOf(
  { apiVersion, from = 0, until = Number.POSITIVE_INFINITY }: Row,
  catalog: TypeCatalog,
  asked: string,
): boolean {
  const { minor = usualMinor } = catalog;
  return apiVersion === asked && minor >= from && minor < until;
}
