import type { TypeCatalog } from '../catalog/catalog.ts';

/** What changed between releases of the server, each change with the minor version that brought it: 37 for v1.37. */
const changes = {
  /** The scheme is named by the line that makes it. Upstream: apimachinery pkg/runtime/scheme.go NewScheme. */
  schemeAtLine111: 35,
  /** A patch is read before anything is looked at. Upstream: apiserver pkg/endpoints/handlers/patch.go validateAndTranscodePatch. */
  patchReadFirst: 37,
  /** Where an update cannot be recorded, managedFields stay as they were. Upstream: fieldmanager.go UpdateNoErrors. */
  keepsManagedFields: 37,
  /** The delete of a definition begins its sentence small. Upstream: apiextensions-apiserver pkg/registry/customresourcedefinition/etcd.go. */
  preconditionInLowerCase: 37,
} as const;

/** The minor version of a server whose kinds do not say of which they are. */
export const usualMinor = 36;

/** Whether the server whose kinds these are has a change. */
export function hasChange(change: keyof typeof changes, { minor = usualMinor }: Pick<TypeCatalog, 'minor'>): boolean {
  return minor >= changes[change];
}
