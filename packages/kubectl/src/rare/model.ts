import { compareStrings, isMap, listAt, mapAt, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import { type KindSchema, referenceOf } from '../discovery/kind-schema.ts';

/**
 * A schema of OpenAPI v2 as kubectl reads it. `path` is the name of the definition that it stands in, and the fields down to it:
 * `io.k8s.api.core.v1.ServicePort.port`. Upstream: kube-openapi pkg/util/proto/openapi.go Schema.
 */
export type Model = { readonly description: string; readonly path: string } & (
  | { readonly kind: 'reference'; readonly name: string; readonly to: () => Model }
  | {
      readonly kind: 'fields';
      readonly fields: ReadonlyMap<string, () => Model>;
      readonly required: readonly string[];
    }
  | { readonly kind: 'list'; readonly of: () => Model }
  | { readonly kind: 'map'; readonly of: () => Model }
  | { readonly kind: 'primitive'; readonly type: string }
  | { readonly kind: 'arbitrary' }
);

/** Reads the schema of a kind. Upstream: kube-openapi pkg/util/proto/document.go ParseSchema. */
export function modelOf(document: KindSchema): Model {
  const read = (schema: ValueMap, path: string): Model => {
    const description = stringAt(schema, 'description') ?? '';
    const [only] = (listAt(schema, 'allOf') ?? []).filter(isMap);
    const target = referenceOf(schema) === undefined ? only : schema;
    const name = target === undefined ? undefined : referenceOf(target);
    if (target !== undefined && name !== undefined) {
      return {
        kind: 'reference',
        description,
        path,
        name,
        to: () => read(document.resolved(target) ?? new Map(), name),
      };
    }
    // Quantities and the like are texts in this version.
    const type = stringAt(schema, 'type') ?? (schema.has('oneOf') ? 'string' : '');
    const properties = mapAt(schema, 'properties');
    if (properties !== undefined && (type === '' || type === 'object')) {
      const sorted = [...properties].sort(([a], [b]) => compareStrings(a, b));
      const fields = sorted.map(
        ([key, each]) => [key, () => read(isMap(each) ? each : new Map(), `${path}.${key}`)] as const,
      );
      const required = (listAt(schema, 'required') ?? []).filter((each) => typeof each === 'string');
      return { kind: 'fields', description, path, fields: new Map(fields), required };
    }
    if (type === '') return { kind: 'arbitrary', description, path };
    const part = mapAt(schema, type === 'array' ? 'items' : 'additionalProperties');
    const of = (): Model => (part === undefined ? { kind: 'arbitrary', description, path } : read(part, path));
    if (type === 'object') return { kind: 'map', description, path, of };
    return type === 'array' ? { kind: 'list', description, path, of } : { kind: 'primitive', description, path, type };
  };
  return read(document.versionTwo, document.name);
}
