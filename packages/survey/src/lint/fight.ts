import { mapFromPlain, type ValueMap } from '@managed-fields/merge-engine';
import { newScenario, type Scenario } from '@managed-fields/scenario';
import { printYaml } from '@managed-fields/source';
import { arrayAt, isObject, type Json, memberOf, stringOf, textAt, valueAt } from '../json.ts';
import { plainOf } from '../read/reader.ts';
import type { LintFinding } from './lint.ts';

/**
 * A scenario in which two managers apply an item each to the list of a finding: the definition, and the two applies. Undefined
 * where a value of the list cannot be made up.
 */
export function fightOf(definition: ValueMap, { path, version }: LintFinding): Scenario | undefined {
  const value = plainOf(definition);
  const schema = valueAt(
    arrayAt(value, 'spec', 'versions').find((each) => stringOf(each, 'name') === version),
    'schema',
    'openAPIV3Schema',
  );
  const steps = path.match(/\.[^.[\]]+|\[\]/g);
  if (schema === undefined || steps === null || path.includes('.*')) return undefined;
  const [group, kind] = [textAt(value, 'spec', 'group'), textAt(value, 'spec', 'names', 'kind')];
  const applied = (which: 'one' | 'two'): string => {
    const made = sample(schema, steps, which);
    const namespace = textAt(value, 'spec', 'scope') === 'Namespaced' ? { namespace: 'default' } : {};
    const head = { apiVersion: `${group}/${version}`, kind, metadata: { name: 'example', ...namespace } };
    return printYaml(mapFromPlain({ ...head, ...(isObject(made) ? made : {}) })).text;
  };
  return newScenario(`${kind} ${path}`, [
    { kind: 'crd', text: printYaml(definition).text },
    { kind: 'apply', manager: 'one', text: applied('one') },
    { kind: 'apply', manager: 'two', text: applied('two') },
  ]);
}

/** A value of a schema with what it requires, and with the list that the steps lead to. */
function sample(schema: Json | undefined, steps: readonly string[], which: string, depth = 0): Json {
  const type = stringOf(schema, 'type');
  if (depth > 32) return {};
  const [next, ...rest] = steps;
  if (type === 'array') {
    // The list itself gets an item of each manager; one on the way to it, one item.
    if (next === undefined && depth > 0 && which === '') return [];
    return [sample(memberOf(schema, 'items'), next === '[]' ? rest : [], which, depth + 1)];
  }
  if (type !== 'object') return scalar(schema, which);
  const properties = memberOf(schema, 'properties');
  const wanted = next?.startsWith('.') === true ? next.slice(1) : undefined;
  const names = isObject(properties) ? Object.keys(properties) : [];
  const required = new Set(arrayAt(schema, 'required'));
  // An item without anything required gets its first plain member, so that there is something to own.
  const only = wanted === undefined && depth > 0 && required.size === 0 && steps.length === 0 ? names.slice(0, 1) : [];
  const chosen = names.filter((name) => name === wanted || required.has(name) || only.includes(name));
  return Object.fromEntries(
    chosen
      .filter((name) => depth > 0 || !['apiVersion', 'kind', 'metadata'].includes(name))
      .map((name) => {
        // What only has to be there is the same for both.
        const isOnWay = name === wanted;
        const own = isOnWay || steps.length === 0 ? which : 'same';
        return [name, sample(memberOf(properties, name), isOnWay ? rest : [], own, depth + 1)];
      }),
  );
}

function scalar(schema: Json | undefined, which: string): Json {
  const choices = arrayAt(schema, 'enum');
  const second = which === 'two' && choices.length > 1 ? choices[1] : choices[0];
  if (second !== undefined) return second;
  const number = Number(memberOf(schema, 'minimum') ?? 1) + (which === 'two' ? 1 : 0);
  switch (stringOf(schema, 'type')) {
    case 'integer':
    case 'number':
      return number;
    case 'boolean':
      return which !== 'two';
    case 'string':
      return which === '' ? 'same' : which;
    default:
      return memberOf(schema, 'x-kubernetes-int-or-string') === true ? number : {};
  }
}
