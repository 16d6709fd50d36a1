import { readFileSync } from 'node:fs';
import { catalogOf, customResources, emptyCluster } from '@managed-fields/api-server/whole';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { mapFromPlain } from '@managed-fields/merge-engine';
import { describe, expect, it } from 'vitest';

/**
 * What upstream's TypeChecker (apiserver v0.36.3 pkg/admission/plugin/policy/validating/typechecking.go) says of policies
 * beside a server v1.36.3 that has the definitions. `tools/go/policies` writes it.
 */
interface Cases {
  readonly definitions: readonly object[];
  readonly policies: readonly {
    readonly about: string;
    readonly spec: object;
    readonly warnings: readonly (readonly [fieldRef: string, warning: string])[];
  }[];
}

const { definitions, policies }: Cases = JSON.parse(
  readFileSync(new URL('./type-checks.cases.json', import.meta.url), 'utf8'),
);

describe('the types in expressions of policies are checked as by the controller', async () => {
  let cluster = emptyCluster(await loadKubernetesTypes());
  for (const definition of definitions) {
    const installed = customResources().installCrd(cluster, mapFromPlain(definition));
    if (installed.kind !== 'installed') throw new Error(JSON.stringify(installed));
    cluster = installed.cluster;
  }
  it.each(policies.map((each) => [each.about, each] as const))('%s', (_, { spec, warnings }) => {
    const said = customResources().typeCheckWarnings(mapFromPlain(spec), catalogOf(cluster));
    expect(said.map(({ fieldRef, warning }) => [fieldRef, warning])).toEqual(warnings);
  });
});
