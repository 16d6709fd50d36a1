import { readFileSync } from 'node:fs';
import { emptyCluster, installCrd, putCrd } from '@managed-fields/api-server/whole';
import {
  isList,
  isMap,
  mapAt,
  mapOf,
  parseJson,
  stringAt,
  textAt,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { describe, expect, it } from 'vitest';
import { loadCatalog } from '../replay/catalog.ts';
import { timeOf } from '../replay/request.ts';

/** Definitions of foos.cases.example.com, by what they have of their own, and what a real kube-apiserver v1.36.3 said of each. */
const cases = ['definitions', 'asked-definitions'].flatMap((file) => {
  const place = new URL(`../../packages/api-server/src/customresource/cases/${file}.json`, import.meta.url);
  const parsed = parseJson(readFileSync(place, 'utf8'));
  return parsed.kind === 'value' && isList(parsed.value) ? parsed.value.filter(isMap) : [];
});

function definitionOf(one: ValueMap): Value {
  const schema = mapOf({ openAPIV3Schema: one.get('schema') ?? mapOf({ type: 'object' }) });
  const version = mapOf({ name: 'v1', served: true, storage: true, schema });
  const spec = mapOf({
    group: 'cases.example.com',
    scope: 'Namespaced',
    names: mapOf({ plural: 'foos', kind: 'Foo' }),
    versions: one.get('versions') ?? [new Map([...version, ...(mapAt(one, 'version') ?? [])])],
  });
  return mapOf({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: one.get('metadata') ?? mapOf({ name: 'foos.cases.example.com' }),
    spec: new Map([...spec, ...(mapAt(one, 'spec') ?? [])]),
  });
}

const start = emptyCluster(await loadCatalog('v1.36.3'));

describe('a definition is refused, whether it is stored or installed', () => {
  const refused = cases.filter((one) => one.has('errors') || one.has('malformed'));
  it.each(refused.map((one) => [textAt(one, 'about'), one] as const))('%s', (_about, one) => {
    const crd = definitionOf(one);
    const malformed = stringAt(one, 'malformed');
    const wanted = malformed === undefined ? [422, one.get('errors')] : [400, [malformed]];
    for (const answer of [putCrd(start, crd, timeOf(0)), installCrd(start, crd)]) {
      const said = answer.kind === 'refused' ? [answer.response.code, answer.problems.toSorted()] : answer.kind;
      expect(said).toEqual(wanted);
    }
  });
});
