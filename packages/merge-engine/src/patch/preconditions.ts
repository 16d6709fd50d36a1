import { isMap, type ValueMap } from '../value/value.ts';

/** What a patch must not do; true where it does not. */
export type Precondition = (patch: ValueMap) => boolean;

/** The patch leaves a field of the object alone. Upstream: apimachinery pkg/util/mergepatch/util.go RequireKeyUnchanged. */
export function requireKeyUnchanged(key: string): Precondition {
  return (patch) => !patch.has(key);
}

/** The patch leaves a field of the metadata alone. Upstream: util.go RequireMetadataKeyUnchanged. */
export function requireMetadataKeyUnchanged(key: string): Precondition {
  return (patch) => {
    const metadata = patch.get('metadata');
    return !isMap(metadata) || !metadata.has(key);
  };
}
