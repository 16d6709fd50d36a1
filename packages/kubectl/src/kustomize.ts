/** Entry point: building kustomizations, which is loaded when a command asks for it. */
export { kustomized, runKustomize } from './kustomize/kustomize-verb.ts';
