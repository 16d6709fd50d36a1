/**
 * The place that validation complains about, as text: `spec.containers[0].name`. Undefined is the object as a whole,
 * which the server prints as `<nil>`.
 * Upstream: k8s.io/apimachinery pkg/util/validation/field/path.go Path.
 */
export type ErrorPath = string | undefined;

/** The path of a field below another. */
export function childPath(path: ErrorPath, name: string): string {
  // A part without a name is a subscript to upstream, so an empty name prints as an empty subscript.
  if (name === '') return keyPath(path, '');
  return path === undefined ? name : `${path}.${name}`;
}

/** The path of a list item. */
export function indexPath(path: ErrorPath, index: number): string {
  return `${path ?? ''}[${index}]`;
}

/** The path of a map entry. */
export function keyPath(path: ErrorPath, key: string): string {
  return `${path ?? ''}[${key}]`;
}

/** A path as complaints show it. */
export function pathText(path: ErrorPath): string {
  return path ?? '<nil>';
}
