export { kubernetesTypes, loadKubernetesTypes, loadUncheckedTypes } from './catalog/kubernetes-types.ts';
export type { JsonMap, KubernetesData, ResourceEntry } from './kubernetes-data.ts';
export { type Unmodelled, unmodelledRules } from './unmodelled.ts';
