import type { TypedValue } from '../typed/typed.ts';

/** Converts an object to another of its API versions. Upstream: structured-merge-diff merge/update.go Converter. */
export interface Converter {
  /** `version` is an API version, `apps/v1`; missing-version means that it is no longer served. */
  convert(object: TypedValue, version: string): ConvertedObject;
}

/** The answer of a conversion. */
export type ConvertedObject =
  | { readonly kind: 'converted'; readonly typed: TypedValue }
  | { readonly kind: 'missing-version'; readonly message: string }
  | { readonly kind: 'error'; readonly message: string };

/** Makes a converter that converts each object to each version once; for one request. */
export function convertingOnce(converter: Converter): Converter {
  const known = new Map<TypedValue, Map<string, ConvertedObject>>();
  return {
    convert(object, version) {
      const versions = known.get(object) ?? new Map<string, ConvertedObject>();
      known.set(object, versions);
      const converted = versions.get(version) ?? converter.convert(object, version);
      versions.set(version, converted);
      return converted;
    },
  };
}

/** The converter of kinds that have one version only; it returns the object itself. */
export const sameVersion: Converter = { convert: (typed) => ({ kind: 'converted', typed }) };
