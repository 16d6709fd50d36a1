import { apiextensions } from './apiextensions.ts';
import { batch } from './batch.ts';
import { admissionregistration, autoscaling, policy, rbac, smallGroups, storage } from './cluster-kinds.ts';
import { discovery } from './endpoint-slice.ts';
import type { KindRules } from './kind-rules.ts';
import { networking } from './networking.ts';

/** Rules of the groups that are not core or apps, by group, then by kind. */
export const otherRules: Readonly<Record<string, Readonly<Record<string, KindRules>>>> = {
  ...smallGroups,
  'admissionregistration.k8s.io': admissionregistration,
  'apiextensions.k8s.io': apiextensions,
  autoscaling,
  batch,
  'discovery.k8s.io': discovery,
  'networking.k8s.io': networking,
  policy,
  'rbac.authorization.k8s.io': rbac,
  'storage.k8s.io': storage,
};
