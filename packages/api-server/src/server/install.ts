import {
  fieldErrorText,
  isMap,
  mapAt,
  remembered,
  stringAt,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { definitionOf } from '../customresource/definition.ts';
import { catalogOfResource, resourceOf } from '../customresource/resource.ts';
import { resourceFromCrd } from '../customresource/resource-from-crd.ts';
import { storedVersionsOf } from '../customresource/rules/definition.ts';
import type { Cluster } from './cluster.ts';
import type { ApiResponse } from './request.ts';
import { badRequest, invalid } from './status.ts';

/** The result of installing a CustomResourceDefinition. */
export type Installed =
  | {
      readonly kind: 'installed';
      readonly cluster: Cluster;
      readonly name: string;
      /** The server's warnings. */
      readonly warnings: readonly string[];
    }
  | {
      readonly kind: 'refused';
      /** The errors, one for each field, in the server's words. */
      readonly problems: readonly string[];
      /** The Status with which the server refuses it. */
      readonly response: ApiResponse;
    };

/**
 * Installs the kinds of a CustomResourceDefinition, or replaces those of the same name, without storing the definition:
 * a request may still create it. Stored objects stay as they are. See `putCrd` for a definition that is stored.
 *
 * @example
 * ```js
 * import { installCrd } from '@managed-fields/api-server/custom-resources';
 * import { emptyCluster } from '@managed-fields/api-server/whole';
 * import { loadKubernetesTypes } from '@managed-fields/api-server/kubernetes-types';
 * import { mapFromPlain } from '@managed-fields/merge-engine';
 *
 * const names = { plural: 'foos', singular: 'foo', kind: 'Foo', listKind: 'FooList' };
 * const schema = { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'array' } } } };
 * const versions = [{ name: 'v1', served: true, storage: true, schema }];
 * const definition = mapFromPlain({
 *   apiVersion: 'apiextensions.k8s.io/v1',
 *   kind: 'CustomResourceDefinition',
 *   metadata: { name: 'foos.example.com' },
 *   spec: { group: 'example.com', scope: 'Namespaced', names, versions },
 * });
 * const installed = installCrd(emptyCluster(await loadKubernetesTypes()), definition);
 * if (installed.kind === 'refused') console.log(installed.problems.join('\n'));
 * ```
 * ```text
 * spec.validation.openAPIV3Schema.properties[spec].items: Required value: must be specified
 * ```
 */
export function installCrd(cluster: Cluster, crd: Value): Installed {
  const name = nameIn(crd);
  const reading = resourceFromCrd(crd, cluster.definitions.get(name)?.installed, cluster.builtin.minor);
  if (reading.kind === 'malformed') {
    const { code, body } = badRequest(reading.message);
    return { kind: 'refused', problems: [reading.message], response: { code, body, warnings: [] } };
  }
  if (reading.kind === 'invalid') {
    const kind = { group: 'apiextensions.k8s.io', name: 'CustomResourceDefinition' };
    const { code, body } = invalid(kind, reading.name, reading.errors);
    const problems = reading.errors.map(fieldErrorText);
    return { kind: 'refused', problems, response: { code, body, warnings: [] } };
  }
  const { installed, resource, unknown, warnings } = reading;
  const { names } = definitionOf(installed.crd);
  const catalog = catalogOfResource(resource, names.shortNames, names.categories);
  const definition = { installed, catalog, terminating: false, broken: false };
  const definitions = new Map(cluster.definitions).set(installed.name, definition);
  return {
    kind: 'installed',
    cluster: { ...cluster, definitions },
    name: installed.name,
    warnings: [...unknown, ...warnings],
  };
}

/**
 * Installs the kinds of a CustomResourceDefinition as `installCrd` does, but without validation. The definition has to
 * be one that servers accept. The result is remembered for each definition value.
 */
export function assumeCrd(cluster: Cluster, crd: ValueMap): Cluster {
  const made = assumedOf(crd);
  return { ...cluster, definitions: new Map(cluster.definitions).set(made.installed.name, made) };
}

const assumedOf = remembered((crd: ValueMap) => {
  const definition = definitionOf(crd);
  const resource = resourceOf(definition);
  const storedVersions = storedVersionsOf(definition, []);
  return {
    installed: { name: definition.name, crd, storedVersions, resource },
    catalog: catalogOfResource(resource, definition.names.shortNames, definition.names.categories),
    terminating: false,
    broken: false,
  } as const;
});

function nameIn(crd: Value): string {
  return (isMap(crd) && stringAt(mapAt(crd, 'metadata'), 'name')) || '';
}
