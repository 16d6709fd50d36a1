// All that the server does for CustomResourceDefinitions: the entry point `custom-resources`.
export { beginDeletion } from '../customresource/controllers.ts';
export {
  definitionChangeErrors,
  definitionCreateErrors,
  definitionStatusChangeErrors,
  definitionWarnings,
  withStorageVersion,
} from '../customresource/definition-kind.ts';
export { followUp } from './follow-up.ts';
export { assumeCrd, type Installed, installCrd } from './install.ts';
export { type PutCrd, putCrd } from './put-crd.ts';
