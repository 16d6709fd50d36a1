export { defineManagedFieldsView, ManagedFieldsViewElement, viewName } from './element.ts';
export { type GivenObject, type ObjectViewOptions, objectView } from './object-view.ts';
