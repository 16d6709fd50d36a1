// All that the server does for CustomResourceDefinitions, as the part of the engine that comes when one is met.
export { followUp } from './follow-up.ts';
export { assumeCrd, type Installed, installCrd } from './install.ts';
export { type PutCrd, putCrd } from './put-crd.ts';
