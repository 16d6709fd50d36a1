import { isList, isMap, listAt, mapAt, mapOf, stringAt, type Value, type ValueMap } from '@managed-fields/merge-engine';

/**
 * What is kept of a CustomResourceDefinition: all that decides about its objects. Descriptions, printed columns and
 * what its status says are left out, as are labels and annotations but the approval that groups of Kubernetes need.
 */
export function essence(crd: ValueMap): ValueMap {
  const metadata = mapAt(crd, 'metadata') ?? new Map<string, Value>();
  const approved = mapAt(metadata, 'annotations')?.get(approval);
  const spec = mapAt(crd, 'spec') ?? new Map<string, Value>();
  const conversion = mapAt(spec, 'conversion');
  return mapOf({
    apiVersion: crd.get('apiVersion'),
    kind: crd.get('kind'),
    metadata: mapOf({
      name: stringAt(metadata, 'name'),
      annotations: approved === undefined ? undefined : new Map([[approval, approved]]),
    }),
    spec: mapOf({
      group: spec.get('group'),
      scope: spec.get('scope'),
      names: spec.get('names'),
      preserveUnknownFields: spec.get('preserveUnknownFields') === true ? true : undefined,
      conversion: stringAt(conversion, 'strategy') === 'None' ? undefined : conversion,
      versions: (listAt(spec, 'versions') ?? []).filter(isMap).map(versionOf),
    }),
  });
}

const approval = 'api-approved.kubernetes.io';

function versionOf(version: ValueMap): ValueMap {
  const schema = mapAt(mapAt(version, 'schema'), 'openAPIV3Schema');
  return mapOf({
    name: version.get('name'),
    served: version.get('served'),
    storage: version.get('storage'),
    deprecated: version.get('deprecated') === true ? true : undefined,
    deprecationWarning: version.get('deprecationWarning'),
    schema: schema && mapOf({ openAPIV3Schema: withoutProse(schema) }),
    subresources: version.get('subresources'),
  });
}

const prose = new Set(['description', 'title', 'example', 'externalDocs']);
/** Keywords that hold schemas by names that people chose. */
const named = new Set(['properties', 'patternProperties', 'definitions']);
/** Keywords that hold values rather than schemas. */
const values = new Set(['default', 'enum', 'required', 'x-kubernetes-validations', 'x-kubernetes-list-map-keys']);

function withoutProse(schema: Value): Value {
  if (isList(schema)) return schema.map(withoutProse);
  if (!isMap(schema)) return schema;
  const kept = [...schema].filter(([key]) => !prose.has(key));
  return new Map(
    kept.map(([key, value]): [string, Value] => {
      if (values.has(key)) return [key, value];
      if (!named.has(key) || !isMap(value)) return [key, withoutProse(value)];
      return [key, new Map([...value].map(([name, each]) => [name, withoutProse(each)]))];
    }),
  );
}
