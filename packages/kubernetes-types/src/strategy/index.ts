import { apiextensions } from './apiextensions.ts';
import { apps } from './apps.ts';
import { batch } from './batch.ts';
import { admissionregistration, autoscaling, policy, rbac, smallGroups, storage } from './cluster-kinds.ts';
import { core } from './core.ts';
import { discovery } from './endpoint-slice.ts';
import type { KindRules } from './kind-rules.ts';
import { networking } from './networking.ts';

/** Rules by group, then by kind. */
const rules: Readonly<Record<string, Readonly<Record<string, KindRules>>>> = {
  ...smallGroups,
  '': core,
  'admissionregistration.k8s.io': admissionregistration,
  'apiextensions.k8s.io': apiextensions,
  apps,
  autoscaling,
  batch,
  'discovery.k8s.io': discovery,
  'networking.k8s.io': networking,
  policy,
  'rbac.authorization.k8s.io': rbac,
  'storage.k8s.io': storage,
};

/** What a built-in kind does by itself, whatever its version; undefined where it is not known here. */
export function rulesFor(group: string, kind: string): KindRules | undefined {
  return rules[group]?.[kind];
}
