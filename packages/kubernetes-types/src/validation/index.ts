import { apps } from './groups/apps.ts';
import { batch } from './groups/batch.ts';
import { core } from './groups/core.ts';
import { networking } from './groups/networking.ts';
import {
  admissionregistration,
  apiextensions,
  autoscaling,
  discovery,
  policy,
  rbac,
  smallGroups,
  storage,
} from './groups/other-groups.ts';
import { resource } from './groups/resource.ts';
import type { Checks, KindChecks } from './kind-checks.ts';
import { decide, permitted } from './permissions.ts';
import { inWordsOf, shownErrors, warningsIn } from './wording.ts';

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
  'resource.k8s.io': resource,
  'storage.k8s.io': storage,
};

/** The complaints and warnings of all built-in kinds that have any here. */
export const allChecks: Checks = {
  find: (group, kind) => checks[group]?.[kind],
  shown: shownErrors,
  warned: warningsIn,
  worded: inWordsOf,
  authorize: (wish, user, stored) => decide(wish, permitted(user, stored), stored),
};
