import type { Strategy } from '@managed-fields/merge-engine';
import { defaultsFor } from '../defaults/index.ts';
import { apiextensions } from './apiextensions.ts';
import { apps } from './apps.ts';
import { batch } from './batch.ts';
import { admissionregistration, autoscaling, policy, rbac, smallGroups, storage } from './cluster-kinds.ts';
import { core } from './core.ts';
import { discovery } from './endpoint-slice.ts';
import { type KindRules, strategyOf } from './kind-rules.ts';
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

/** The strategy of a kind that does nothing by itself: for kinds that are not known here. */
export const generalStrategy: Strategy = strategyOf({});

const strategies = new Map<KindRules, Strategy>();

/** The strategy of a built-in kind, whatever its version; undefined where it is not known here. */
export function strategyFor(group: string, kind: string): Strategy | undefined {
  const found = rules[group]?.[kind];
  if (found === undefined) return undefined;
  const made = strategies.get(found) ?? strategyOf(found);
  strategies.set(found, made);
  return made;
}

/** Which tables a kind has. */
export interface Modelled {
  readonly defaults: boolean;
  readonly strategy: boolean;
  readonly validation: boolean;
}

/** What is known here of a kind, so that the page can say what is not. */
export function modelled(group: string, kind: string): Modelled {
  const found = rules[group]?.[kind];
  return {
    defaults: defaultsFor(group, 'v1', kind) !== undefined || defaultsFor(group, 'v2', kind) !== undefined,
    strategy: found !== undefined,
    validation: found?.validate !== undefined,
  };
}
