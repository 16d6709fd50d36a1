import {
  type FieldPath,
  fieldSetFromV1,
  isMap,
  listAt,
  mapAt,
  pathsOf as pathsOfSet,
  pathToString,
  stringAt,
  type Value,
  type ValueMap,
  wasStored,
} from '@managed-fields/merge-engine';
import type { Scenario, Step } from '@managed-fields/scenario';
import { readDocuments } from '@managed-fields/source';
import { madeUpName, madeUpTime } from './conflict-scenario.ts';
import type { ErrorFacts, ErrorManager } from './error-facts.ts';

/** The steps of a scenario that were made of a conflict: a made-up live object, and the apply that meets it. */
export interface MadeConflict {
  readonly live: Step;
  readonly apply: Step;
  readonly object: ValueMap;
  readonly config: ValueMap;
  /** What the message said, read back from the made-up object. */
  readonly facts: ErrorFacts;
}

/** Finds the first conflict in a scenario that was made of a message and whose object is still the made-up one. */
export function madeConflictIn({ steps }: Scenario): MadeConflict | undefined {
  for (const [index, live] of steps.entries()) {
    const object = live.kind === 'live' ? objectOf(live.text) : undefined;
    if (object === undefined || !isMadeUp(object)) continue;
    for (const apply of steps.slice(index + 1)) {
      const config = apply.kind === 'apply' ? objectOf(apply.text) : undefined;
      if (config !== undefined && isSame(object, config)) {
        return { live, apply, object, config, facts: factsOf(object) };
      }
    }
  }
  return undefined;
}

/** The first document of a text, where it is a map. */
export function objectOf(text: string): ValueMap | undefined {
  const value = readDocuments(text)[0]?.value;
  return isMap(value) ? value : undefined;
}

/** Whether a live object was made of a message: it never was in a cluster, and its entries have the time of those made. */
export function isMadeUp(object: ValueMap): boolean {
  const entries = listAt(mapAt(object, 'metadata'), 'managedFields') ?? [];
  return (
    entries.length > 0 &&
    entries.every((entry) => isMap(entry) && stringAt(entry, 'time') === madeUpTime) &&
    !wasStored(object)
  );
}

function isSame(a: ValueMap, b: ValueMap): boolean {
  const [of, other] = [mapAt(a, 'metadata'), mapAt(b, 'metadata')];
  return (
    (['apiVersion', 'kind'] as const).every((field) => stringAt(a, field) === stringAt(b, field)) &&
    (['namespace', 'name'] as const).every((field) => stringAt(of, field) === stringAt(other, field))
  );
}

function factsOf(object: ValueMap): ErrorFacts {
  const metadata = mapAt(object, 'metadata');
  const kind = stringAt(object, 'kind') ?? '';
  const [name, namespace] = [stringAt(metadata, 'name'), stringAt(metadata, 'namespace')];
  return {
    code: 'conflict',
    message: '',
    tool: undefined,
    object: {
      apiVersion: stringAt(object, 'apiVersion') ?? '',
      kind,
      ...(name === undefined || name === madeUpName(kind) ? {} : { name }),
      ...(namespace === undefined ? {} : { namespace }),
    },
    managers: (listAt(metadata, 'managedFields') ?? []).flatMap(managerOf),
    fields: [],
    data: {},
  };
}

function managerOf(entry: Value): readonly ErrorManager[] {
  if (!isMap(entry)) return [];
  const read = fieldSetFromV1(entry.get('fieldsV1') ?? new Map());
  const isApply = stringAt(entry, 'operation') === 'Apply';
  return [
    {
      manager: stringAt(entry, 'manager') ?? '',
      operation: isApply ? 'Apply' : 'Update',
      subresource: stringAt(entry, 'subresource') ?? '',
      apiVersion: isApply ? '' : (stringAt(entry, 'apiVersion') ?? ''),
      paths: read.kind === 'set' ? innermost(pathsOfSet(read.set)).map(pathToString) : [],
    },
  ];
}

/** The paths without those that only hold others: items around an owned field, and the keys of these items. */
function innermost(paths: readonly FieldPath[]): readonly FieldPath[] {
  const texts = paths.map(pathToString);
  return paths.filter((path, at) => {
    const around = path.at(-2);
    const last = path.at(-1);
    const isKey = around?.kind === 'key' && last?.kind === 'field' && around.key.some(({ name }) => name === last.name);
    const holds = texts.some((other, place) => place !== at && other.startsWith(texts[at] ?? ''));
    return !isKey && !(holds && last?.kind === 'key');
  });
}
