/** Entry point: building kustomizations, which is loaded when a command asks for it. */
export { unplayedFields as unplayedKustomization } from './kustomize/kustomization.ts';
export { kustomized, runKustomize } from './kustomize/kustomize-verb.ts';
