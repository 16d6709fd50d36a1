import {
  type Atom,
  asTyped,
  type Converted,
  type Definitions,
  isMap,
  type ManagedKind,
  type MergeLibrary,
  type Schema,
  schemaFromOpenApi,
  stringAt,
  type ValueMap,
  validationErrorsToString,
  withEntry,
} from '@managed-fields/merge-engine';

/** Kinds as the Go partner makes them of definitions: no codec, no defaults, versions that differ by name. */
export interface FuzzKinds {
  find(apiVersion: string, kind: string, library?: MergeLibrary): ManagedKind | undefined;
  readonly storage: string;
  /** The type of a definition. */
  type(name: string): Atom | undefined;
}

/** Kinds of definitions whose root types `rootOf` names. */
export function fuzzKinds(
  definitions: Definitions,
  storage: string,
  rootOf: (apiVersion: string, kind: string) => string | undefined,
): FuzzKinds {
  const schema: Schema = schemaFromOpenApi(definitions);
  const typeOf = (apiVersion: string, kind: string): Atom | undefined => {
    const root = rootOf(apiVersion, kind);
    return root === undefined ? undefined : schema.type(root);
  };
  return {
    storage,
    type: (name) => schema.type(name),
    find(apiVersion, kind, library) {
      const type = typeOf(apiVersion, kind);
      if (type === undefined) return undefined;
      return {
        apiVersion,
        kind,
        subresource: '',
        type,
        ignored: () => undefined,
        empty: new Map([
          ['apiVersion', apiVersion],
          ['kind', kind],
        ]),
        toRequested: (object) => renamed(object, apiVersion),
        toCompared: (object) => renamed(object, apiVersion),
        toHub: (object) => renamed(object, storage),
        decodeMerged: (object) => ({ kind: 'converted', object }),
        converter: {
          convert(object, version) {
            if (!isMap(object.value) || stringAt(object.value, 'apiVersion') === version) {
              return { kind: 'converted', typed: object };
            }
            if (version.split('/').length > 2) {
              return { kind: 'error', message: `unexpected GroupVersion string: ${version}` };
            }
            const target = typeOf(version, kind);
            if (target === undefined) return { kind: 'missing-version', message: version };
            const typed = asTyped(withEntry(object.value, 'apiVersion', version), target, {
              allowDuplicates: false,
              library,
            });
            if (typed.kind === 'typed') return { kind: 'converted', typed: typed.typed };
            return { kind: 'error', message: validationErrorsToString(typed.errors) };
          },
        },
      };
    },
  };
}

function renamed(object: ValueMap, apiVersion: string): Converted {
  return { kind: 'converted', object: withEntry(object, 'apiVersion', apiVersion) };
}

/** The two versions that every random kind has; they differ by name only. */
export const versions = ['example.com/v1', 'example.com/v2'] as const;

const roots: ReadonlyMap<string, string> = new Map([
  [versions[0], 'Foo1'],
  [versions[1], 'Foo2'],
]);

/** The random custom kind in its two versions, by definitions of the roots `Foo1` and `Foo2`. */
export function customKinds(definitions: ReadonlyMap<string, ValueMap>): FuzzKinds {
  return fuzzKinds(definitions, versions[0], (apiVersion) => roots.get(apiVersion));
}
