import { expect, it } from 'vitest';
import { admissionChain } from './chain.ts';

/**
 * What a server v1.36.3 says in its log of the plugins that are on by default, in the order in which it asks them; without
 * those whose kinds are off by default.
 */
const mutating =
  'NamespaceLifecycle,LimitRanger,ServiceAccount,TaintNodesByCondition,Priority,DefaultTolerationSeconds,DefaultStorageClass,StorageObjectInUseProtection,RuntimeClass,DefaultIngressClass,PodTopologyLabels,MutatingAdmissionPolicy,MutatingAdmissionWebhook';
const validating =
  'LimitRanger,ServiceAccount,PodSecurity,Priority,PersistentVolumeClaimResize,RuntimeClass,CertificateApproval,CertificateSigning,ClusterTrustBundleAttest,CertificateSubjectRestriction,NodeDeclaredFeatureValidator,PodResizeValidator,ValidatingAdmissionPolicy,ValidatingAdmissionWebhook,ResourceQuota';

/** Those that the servers of plain traces were started without. */
const without =
  'ServiceAccount,Priority,DefaultTolerationSeconds,DefaultStorageClass,StorageObjectInUseProtection,RuntimeClass';

it('asks the plugins of a server in its order', () => {
  const { plugins } = admissionChain;
  const names = (chosen: typeof plugins) => chosen.map(({ name }) => name).join();
  expect(names(plugins.filter(({ admit }) => admit))).toBe(mutating);
  expect(names(plugins.filter(({ validate }) => validate))).toBe(validating);
  expect(names(plugins.filter(({ plain }) => !plain))).toBe(without);
});
