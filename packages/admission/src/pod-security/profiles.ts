import { mapAt, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import { type CheckedPod, inOrder, namesOfThose, securityContextOf, settersOf } from './check.ts';

/** The type of a profile that a security context sets; undefined where it sets none. */
export function profileType(holder: ValueMap, field: string): string | undefined {
  const profile = mapAt(securityContextOf(holder), field);
  return profile === undefined ? undefined : (stringAt(profile, 'type') ?? '');
}

/** Who sets a profile of a type that is not allowed, and the types in Go's order. */
export function wrongProfiles(
  { spec, containers }: CheckedPod,
  field: string,
  isAllowed: (type: string) => boolean,
): { readonly setters: readonly string[]; readonly types: readonly string[] } {
  const types = new Set<string>();
  const isWrong = (holder: ValueMap): boolean => {
    const type = profileType(holder, field);
    if (type === undefined || isAllowed(type)) return false;
    types.add(type);
    return true;
  };
  const isPodWrong = isWrong(spec);
  return { setters: settersOf(isPodWrong, namesOfThose(containers, isWrong)), types: inOrder(types) };
}

/** Whether a type of profile leaves it to the runtime or to a file of the node, as AppArmor and seccomp may. */
export function isConfined(type: string): boolean {
  return type === 'RuntimeDefault' || type === 'Localhost';
}
