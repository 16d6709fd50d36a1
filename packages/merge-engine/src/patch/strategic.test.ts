import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { mapFromJson, parseJson } from '../value/json.ts';
import { formatJson } from '../value/json-write.ts';
import { isList, isMap, mapAt, stringAt, type ValueMap } from '../value/value.ts';
import { threeWayMergePatch } from './merge-patch.ts';
import { type PatchLookup, type PatchSchema, patchError, patchStrategy } from './patch-schema.ts';
import { patchesConflict } from './strategic-conflicts.ts';
import { applyStrategicPatch, mergeMaps } from './strategic-merge.ts';
import {
  type MadePatch,
  type Precondition,
  requireKeyUnchanged,
  requireMetadataKeyUnchanged,
  threeWayStrategicPatch,
  twoWayStrategicPatch,
} from './three-way-strategic.ts';

/**
 * Cases that somebody thought of, and some that were made by chance, whose answers upstream's own library gave. Those of the
 * last file have a type in which each way of merging stands within each.
 */
function cases(of: 'apply' | 'combine' | 'diff' | 'conflicts'): (readonly [name: string, ValueMap])[] {
  const own = of === 'combine' ? [] : [`./strategic-${of}.cases.json`, `./strategic-random-${of}.cases.json`];
  return [...own, './strategic-tree.cases.json'].flatMap((file) => {
    const parsed = parseJson(readFileSync(new URL(file, import.meta.url), 'utf8'));
    if (parsed.kind !== 'value' || !isList(parsed.value)) throw new Error(`no cases: ${file}`);
    return parsed.value
      .filter((each) => isMap(each))
      .filter((each) => (stringAt(each, 'of') ?? of) === of)
      .map((each) => [stringAt(each, 'name') ?? '', each] as const);
  });
}

function part(each: ValueMap, name: string): ValueMap {
  return mapAt(each, name) ?? new Map();
}

function text(map: ValueMap | undefined): string {
  return map === undefined ? '' : formatJson(map, { sortKeys: true });
}

describe('applying a strategic merge patch', () => {
  it.each(cases('apply'))('%s', (_name, each) => {
    const schema = schemas(stringAt(each, 'kind') ?? '');
    const merged = applyStrategicPatch(part(each, 'object'), part(each, 'patch'), schema);
    if (merged.kind === 'error') {
      expect(merged.message).toBe(stringAt(each, 'error'));
    } else {
      expect(text(merged.object)).toBe(text(mapAt(each, 'result')));
      expect(text(merged.patch)).toBe(text(mapAt(each, 'left')));
    }
  });

  it('leaves what it is given alone', () => {
    for (const [, each] of cases('apply')) {
      const before = [text(part(each, 'object')), text(part(each, 'patch'))];
      applyStrategicPatch(part(each, 'object'), part(each, 'patch'), schemas(stringAt(each, 'kind') ?? ''));
      expect([text(part(each, 'object')), text(part(each, 'patch'))]).toEqual(before);
    }
  });
});

describe('combining two patches', () => {
  it.each(cases('combine'))('%s', (_name, each) => {
    const schema = schemas(stringAt(each, 'kind') ?? '');
    const left = mergeMaps(new Map(), part(each, 'left'), schema, 'combine');
    if (left.kind === 'error') throw new Error(left.message);
    const merged = mergeMaps(left.object, part(each, 'right'), schema, 'combine');
    if (merged.kind === 'error') expect(merged.message).toBe(stringAt(each, 'error'));
    else expect(text(merged.object)).toBe(text(mapAt(each, 'result')));
  });
});

describe('the answer of a patch', () => {
  const schema = schemas('Tree');
  const apply = (object: string, patch: string) =>
    applyStrategicPatch(mapFromJson(object) ?? new Map(), mapFromJson(patch) ?? new Map(), schema);

  it.each([
    ['{"$setElementOrder":[]}', 'bad-patch', 'invalid patch format of setElementOrder list'],
    ['{"$deleteFromPrimitiveList":[]}', 'bad-patch', 'invalid patch format of primitive list'],
    ['{"$retainKeys":1}', 'bad-patch', 'invalid patch format of retainKeys'],
    ['{"p":[["a"]]}', 'unprocessable', 'lists of lists are not supported'],
    ['{"$patch":"no"}', 'other', 'unknown patch type: no in map: map[$patch:no]'],
  ])('to %s is %s', (patch, reason, message) => {
    expect(apply('{"p":[]}', patch)).toEqual({ kind: 'error', reason, message });
  });

  it('is an object, and what is left of the patch', () => {
    const object = mapFromJson('{"a":1,"b":2}');
    expect(apply('{"a":1}', '{"b":2}')).toEqual({ kind: 'merged', object, patch: mapFromJson('{"b":2}') });
  });

  it('may be that a precondition does not hold', () => {
    const [original, modified] = [new Map(), mapFromJson('{"a":1,"metadata":{"name":"x"}}') ?? new Map()];
    const broken = { kind: 'precondition', message: 'precondition failed for: map[a:1 metadata:map[name:x]]' };
    const make = (...preconditions: Precondition[]) => twoWayStrategicPatch(original, modified, schema, preconditions);
    expect(make(requireKeyUnchanged('a'))).toEqual(broken);
    expect(make(requireKeyUnchanged('b'), requireMetadataKeyUnchanged('name'))).toEqual(broken);
    expect(make(requireKeyUnchanged('b'), requireMetadataKeyUnchanged('labels')).kind).toBe('patch');
    const odd = mapFromJson('{"u":{"a":1}}') ?? new Map();
    const unknown = patchError('unable to find api field in struct Tree for the json field "u"');
    expect(twoWayStrategicPatch(odd, new Map([['u', new Map()]]), schema, [requireKeyUnchanged('u')])).toEqual(unknown);
    const ofList = mapFromJson('{"metadata":["name"]}') ?? new Map();
    expect(requireMetadataKeyUnchanged('name')(ofList)).toBe(true);
  });
});

describe('making a patch', () => {
  it.each(cases('diff'))('%s', (_name, each) => {
    const made = make(each);
    expect({
      patch: made.kind === 'patch' ? text(made.patch) : '',
      conflict: made.kind === 'conflict' ? true : undefined,
      error: made.kind === 'error' || made.kind === 'precondition' ? made.message : undefined,
    }).toEqual({
      patch: text(mapAt(each, 'patch')),
      conflict: each.get('conflict'),
      error: stringAt(each, 'error'),
    });
  });
});

describe('two patches', () => {
  it.each(cases('conflicts'))('%s', (_name, each) => {
    const schema = schemas(stringAt(each, 'kind') ?? '');
    const compared = patchesConflict(part(each, 'left'), part(each, 'right'), schema);
    if (compared.kind === 'error') expect(compared.message).toBe(stringAt(each, 'error'));
    else expect(compared).toEqual({ kind: 'compared', conflict: each.get('conflict') });
  });
});

function make(each: ValueMap): MadePatch {
  const schema = schemas(stringAt(each, 'kind') ?? '');
  const [original, modified, current] = ['original', 'modified', 'current'].map((name) => part(each, name)) as [
    ValueMap,
    ValueMap,
    ValueMap,
  ];
  const sameVersion = requireKeyUnchanged('apiVersion');
  switch (stringAt(each, 'op')) {
    case 'two':
      return twoWayStrategicPatch(original, modified, schema);
    case 'three': {
      const preconditions = [sameVersion, requireMetadataKeyUnchanged('name')];
      return threeWayStrategicPatch(
        { original, modified, current },
        schema,
        each.get('overwrite') === true,
        preconditions,
      );
    }
    default:
      return threeWayMergePatch({ original, modified, current }, [sameVersion]);
  }
}

describe('the strategy of a field', () => {
  it.each([
    [[], false, ''],
    [['merge'], false, 'merge'],
    [['retainKeys'], true, ''],
    [['merge', 'retainKeys'], true, 'merge'],
    [['retainKeys', 'replace'], true, 'replace'],
  ])('of %j', (strategies, retainKeys, strategy) => {
    expect(patchStrategy({ schema: leaf, strategies, mergeKey: '' })).toEqual({
      kind: 'strategy',
      retainKeys,
      strategy,
    });
  });

  const bad: readonly (readonly string[])[] = [
    ['merge', 'replace'],
    ['merge', 'retainKeys', 'replace'],
  ];
  it.each(bad)('is not %s and %s', (...strategies) => {
    const message = `unexpected patch strategy: [${strategies.join(' ')}]`;
    expect(patchStrategy({ schema: leaf, strategies, mergeKey: '' })).toEqual(patchError(message));
  });
});

/** A field that holds a struct, a list of structs or scalars. */
interface Field {
  readonly of?: string;
  readonly strategies?: string;
  readonly mergeKey?: string;
}

/** What the cases need of the built-in kinds. */
const structs: Readonly<Record<string, Readonly<Record<string, Field>>>> = {
  Pod: { metadata: { of: 'ObjectMeta' }, spec: { of: 'PodSpec' } },
  Deployment: { metadata: { of: 'ObjectMeta' }, spec: { of: 'DeploymentSpec' } },
  Service: { metadata: { of: 'ObjectMeta' }, spec: { of: 'ServiceSpec' } },
  ObjectMeta: { labels: {}, annotations: {}, finalizers: { strategies: 'merge' } },
  PodSpec: {
    containers: { of: 'Container', strategies: 'merge', mergeKey: 'name' },
    volumes: { of: 'Volume', strategies: 'merge,retainKeys', mergeKey: 'name' },
    tolerations: { of: 'Toleration' },
    nodeSelector: {},
    securityContext: { of: 'PodSecurityContext' },
    hostNetwork: {},
  },
  Volume: { emptyDir: { of: 'EmptyDirVolumeSource' }, secret: { of: 'SecretVolumeSource' } },
  DeploymentStrategy: { rollingUpdate: { of: 'RollingUpdateDeployment' } },
  Container: { env: { of: 'EnvVar', strategies: 'merge', mergeKey: 'name' }, args: {} },
  DeploymentSpec: { strategy: { of: 'DeploymentStrategy', strategies: 'retainKeys' }, paused: {} },
  PodDisruptionBudget: { spec: { of: 'PodDisruptionBudgetSpec' } },
  PodDisruptionBudgetSpec: { selector: { of: 'LabelSelector', strategies: 'replace' } },
  LabelSelector: { matchLabels: {} },
  // A field of two strategies is one that no built-in kind has.
  Odd: { a: {}, map: { strategies: 'merge,replace' }, list: { strategies: 'merge,replace' } },
  ServiceSpec: { ports: { of: 'ServicePort', strategies: 'merge', mergeKey: 'port' } },
  Tree: {
    a: {},
    b: {},
    m: { of: 'Tree' },
    r: { of: 'Tree', strategies: 'replace' },
    k: { of: 'Tree', strategies: 'retainKeys' },
    l: { of: 'Tree', strategies: 'merge', mergeKey: 'n' },
    v: { of: 'Tree', strategies: 'merge,retainKeys', mergeKey: 'n' },
    p: { strategies: 'merge' },
    q: { of: 'Tree' },
    x: { strategies: 'merge,replace' },
    y: { of: 'Tree', strategies: 'merge' },
    metadata: { of: 'ObjectMeta' },
  },
};

const leaf: PatchSchema = { name: 'map', struct: () => notStruct, slice: () => notStruct };
const notStruct = patchError('merging an object in json but data type is not struct, instead is: map');

function schemas(name: string): PatchSchema {
  const fields = structs[name] ?? {};
  const lookup = (key: string): PatchLookup => {
    const field = fields[key];
    if (field === undefined)
      return patchError(`unable to find api field in struct ${name} for the json field "${key}"`);
    const schema = field.of === undefined ? leaf : schemas(field.of);
    return {
      kind: 'field',
      field: { schema, strategies: field.strategies?.split(',') ?? [], mergeKey: field.mergeKey ?? '' },
    };
  };
  return { name: 'struct', struct: lookup, slice: lookup };
}
