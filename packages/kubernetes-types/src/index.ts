export { kubernetesTypes, loadKubernetesTypes } from './catalog/kubernetes-types.ts';
export type { JsonMap, KubernetesData, ResourceEntry } from './kubernetes-data.ts';
export { kindsWithoutStrategy, kindsWithoutValidation, type Unmodelled, unmodelledRules } from './unmodelled.ts';
