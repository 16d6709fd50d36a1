// What a CustomResourceDefinition does by itself, as a part that comes when one is stored.
export { beginDeletion } from './controllers.ts';
export { withStorageVersion } from './definition-kind.ts';
