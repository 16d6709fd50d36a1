import { join, relative } from 'node:path';
import type { TypeCatalog } from '@managed-fields/api-server';
import { isMap, listAt, mapAt, stringAt, type Value, type ValueMap } from '@managed-fields/merge-engine';
import { type Playback, run } from '@managed-fields/player/whole';
import { newScenario, type Scenario } from '@managed-fields/scenario';
import { printYaml } from '@managed-fields/source';
import { type Exchange, readTrace, type TraceStep, traceFiles } from '../replay/trace.ts';

const root = join(import.meta.dirname, '../traces/v1.36');

/** An object with managedFields as a recorded server answered it, and the definitions that were in force then. */
export interface RecordedObject {
  /** `reference/no-op.json#3` */
  readonly name: string;
  readonly object: ValueMap;
  readonly definitions: readonly Value[];
  /** A definition changed since the object was written. */
  readonly redefined: boolean;
}

/**
 * The traces of a share by a seed, and always those about versions and definitions that change; all for a share of one.
 */
export function someTraces(share: number, seed: number): readonly string[] {
  const chance = random(seed);
  const always = /topology|version|hpa|rw-autoscaler/;
  return traceFiles([root]).filter((file) => chance() < share || always.test(relative(root, file)));
}

/** Numbers between 0 and 1 that a seed determines. */
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * Every object with managedFields that a trace's answers show, each state once, and again once its definition changes.
 */
export function objectsOf(file: string): readonly RecordedObject[] {
  const definitions = new Map<string, Value>();
  const latest = new Map<string, ValueMap>();
  const seen = new Set<string>();
  const found: RecordedObject[] = [];
  for (const [index, step] of readTrace(file).steps.entries()) {
    const name = `${relative(root, file)}#${index}`;
    const add = (object: ValueMap, redefined: boolean) => {
      const text = [object, ...definitions.values()].map((each) => printYaml(each).text).join('---\n');
      if (seen.has(text)) return;
      seen.add(text);
      // A definition that is pasted stands for itself.
      const isDefinition = object.get('kind') === 'CustomResourceDefinition';
      found.push({ name, object, definitions: isDefinition ? [] : [...definitions.values()], redefined });
    };
    const define = (crd: Value) => {
      const named = isMap(crd) ? stringAt(mapAt(crd, 'metadata'), 'name') : undefined;
      if (named === undefined) return;
      definitions.set(named, withoutStatus(crd));
      for (const object of latest.values()) add(object, true);
    };
    if (step.kind === 'crd') define(step.crd);
    for (const { response } of exchangesOf(step)) {
      if (response.code >= 300 || !isMap(response.body)) continue;
      if (response.body.get('kind') === 'CustomResourceDefinition') define(response.body);
      for (const object of objectsIn(response.body)) {
        const metadata = isMap(object) ? mapAt(object, 'metadata') : undefined;
        if (!isMap(object) || (listAt(metadata, 'managedFields') ?? []).length === 0) continue;
        add(object, false);
        latest.set(`${stringAt(object, 'kind')} ${stringAt(metadata, 'name')}`, object);
      }
    }
  }
  // A server shows no object at a version that its definition does not serve any more.
  return found.filter((each) => !each.redefined || definitionOf(each)?.served === true);
}

/** The object of an answer, or those of a list; a list says once for all its items what they are. */
function objectsIn(body: ValueMap): readonly Value[] {
  const kind = stringAt(body, 'kind')?.replace(/List$/, '') ?? '';
  const named = new Map<string, Value>([
    ['apiVersion', stringAt(body, 'apiVersion') ?? ''],
    ['kind', kind],
  ]);
  return listAt(body, 'items')?.map((item) => (isMap(item) ? new Map([...named, ...item]) : item)) ?? [body];
}

function withoutStatus(crd: Value): Value {
  if (!isMap(crd)) return crd;
  const metadata = new Map([...(mapAt(crd, 'metadata') ?? [])].filter(([key]) => key === 'name'));
  return new Map([...crd].filter(([key]) => key !== 'status')).set('metadata', metadata);
}

function exchangesOf(step: TraceStep): readonly Exchange[] {
  if (step.kind === 'request') return [step.exchange];
  return step.kind === 'command' ? step.command.exchanges : [];
}

/** Whether the kind of an object comes from a definition. */
export function isCustom(recorded: RecordedObject): boolean {
  return definitionOf(recorded) !== undefined;
}

/** Whether the definition of an object serves the object's version; undefined where none defines its kind. */
function definitionOf({ object, definitions }: RecordedObject): { readonly served: boolean } | undefined {
  const [group, version] = (stringAt(object, 'apiVersion') ?? '').split('/');
  const spec = definitions
    .map((crd) => (isMap(crd) ? mapAt(crd, 'spec') : undefined))
    .find(
      (each) =>
        stringAt(each, 'group') === group && stringAt(mapAt(each, 'names'), 'kind') === stringAt(object, 'kind'),
    );
  const versions = listAt(spec, 'versions') ?? [];
  const served = versions.some((each) => isMap(each) && each.get('name') === version && each.get('served') === true);
  return spec && { served };
}

/** An object as somebody pastes it after its definitions, or without them. */
export function pasted({ object, definitions }: RecordedObject, withDefinitions: boolean): Scenario {
  const crds = withDefinitions ? definitions.map((crd) => ({ kind: 'crd' as const, text: printYaml(crd).text })) : [];
  return newScenario('', [...crds, { kind: 'live', text: printYaml(object).text }]);
}

/** Plays a scenario as the page does when its last step is selected. */
export function shown(scenario: Scenario, catalog: TypeCatalog): Playback {
  return run(scenario, { catalog, selected: scenario.steps.at(-1)?.id ?? '' });
}
