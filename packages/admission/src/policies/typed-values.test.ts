import { readFileSync } from 'node:fs';
import type { AdmissionAttributes } from '@managed-fields/api-server';
import { type CelValue, celOfPlain, isError, typeName } from '@managed-fields/api-server/cel';
import { emptyCluster } from '@managed-fields/api-server/whole';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { formatJson, mapFromPlain, mapOf } from '@managed-fields/merge-engine';
import { describe, expect, it } from 'vitest';
import { activationOf, mostOfExpressions } from './activation.ts';
import { compiledPolicy } from './compiled.ts';
import { jsonValue } from './json-value.ts';
import { type SeenTypes, seenTypes } from './seen-types.ts';
import '../whole.ts';

/**
 * What expressions come to on a Pod and the one before: by the JSON of both, as before v1.37, and by the structures of Go
 * as SchemalessTypedToVal of k8s.io/apiserver v0.37.0 shows them, with the JSON that a patch makes of the result, and
 * the cost.
 */
const {
  object,
  oldObject,
  cases,
}: { readonly object: object; readonly oldObject: object; readonly cases: readonly [string, string, string][] } =
  JSON.parse(readFileSync(new URL('./typed-values.cases.json', import.meta.url), 'utf8'));

/** What comparisons of two Pods come to on v1.37, by the same function. */
const pairs: readonly {
  readonly object: object;
  readonly oldObject: object;
  readonly answers: readonly (readonly [expression: string, answer: string])[];
}[] = JSON.parse(readFileSync(new URL('./semantic-equality.cases.json', import.meta.url), 'utf8'));

describe('expressions of policies see structures of Go from v1.37 on', async () => {
  const catalogs = [await loadKubernetesTypes('v1.36'), await loadKubernetesTypes('v1.37')] as const;
  const typesAt = (at: 0 | 1): SeenTypes => {
    const kind = catalogs[at].find('', 'v1', 'pods');
    if (kind === undefined) throw new Error('no Pods');
    const attributes = { cluster: emptyCluster(catalogs[at]) } satisfies Partial<AdmissionAttributes>;
    return seenTypes(attributes as unknown as AdmissionAttributes, kind, undefined);
  };
  const sides = [typesAt(0), typesAt(1)] as const;

  const resultOf = (expression: string, types: SeenTypes, seen = { object, oldObject }): string => {
    const policy = compiledPolicy(mapOf({ variables: [mapOf({ name: 'x', expression })] }), 37);
    const compiled = policy.variables.get('x')?.compiled;
    if (compiled === undefined || compiled.kind === 'error') return `not compiled: ${compiled?.message}`;
    const inputs = {
      ...{ object: mapFromPlain(seen.object), old: mapFromPlain(seen.oldObject), request: mapOf({}), types },
      ...{ params: undefined, namespace: undefined, authorizer: undefined },
    };
    const { value, cost } = compiled.run(activationOf(policy, inputs, mostOfExpressions).values);
    return `${isError(value) ? `error: ${value.message}` : `${goName(value)} ${jsonText(value)}`} cost ${cost}`;
  };

  it.each(cases)('%s', (expression, plain, typed) => {
    expect(resultOf(expression, sides[0])).toBe(plain);
    expect(resultOf(expression, sides[1])).toBe(typed);
  });

  it.each(
    pairs.flatMap(({ answers, ...seen }, at) =>
      answers.map(([expression, answer]) => ({ at, expression, answer, seen })),
    ),
  )('$expression of pair $at is $answer', ({ expression, answer, seen }) => {
    expect(resultOf(expression, sides[1], seen)).toMatch(new RegExp(`^bool ${answer} cost`));
  });

  it('custom resources are seen as JSON', () => {
    expect(celOfPlain(mapOf({ a: 1n }))).not.toHaveProperty('go');
  });
});

function goName(value: CelValue): string {
  return typeName(value);
}

function jsonText(value: CelValue): string {
  const json = jsonValue(value, true);
  return json.kind === 'json' ? formatJson(json.value, { sortKeys: true }) : `unconverted: ${json.message}`;
}
