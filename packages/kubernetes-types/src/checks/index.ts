import { inWordsOf } from '../validation/wording.ts';
import { apiextensions } from './apiextensions.ts';
import { apps } from './apps.ts';
import { batch } from './batch.ts';
import { admissionregistration, autoscaling, policy, rbac, smallGroups, storage } from './cluster-kinds.ts';
import { core } from './core.ts';
import { discovery } from './endpoint-slice.ts';
import type { Checks, KindChecks } from './kind-checks.ts';
import { networking } from './networking.ts';
import { shownErrors } from './shown-errors.ts';

/** Checks by group, then by kind. */
const checks: Readonly<Record<string, Readonly<Record<string, KindChecks>>>> = {
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

/** The checks of all built-in kinds that have any here. */
export const allChecks: Checks = {
  find: (group, kind) => checks[group]?.[kind],
  shown: shownErrors,
  worded: inWordsOf,
};
