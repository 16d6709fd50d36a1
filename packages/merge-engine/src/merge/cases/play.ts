import { pathToString } from '../../fieldpath/element.ts';
import { fieldSetFromV1, fieldSetToV1 } from '../../fieldpath/fields-v1.ts';
import { excluding, type Filter } from '../../fieldpath/filter.ts';
import type { Managers, VersionedSet } from '../../fieldpath/managers.ts';
import { type FieldSet, pathsOf } from '../../fieldpath/set.ts';
import type { Atom } from '../../schema/atom.ts';
import { type MergeLibrary, mergeLibraries } from '../../schema/library.ts';
import { schemaFromOpenApi } from '../../schema/openapi.ts';
import { asTyped, type TypedValue } from '../../typed/typed.ts';
import { validationErrorsToString } from '../../typed/validation-error.ts';
import { isMap, listAt, mapAt, stringAt, type Value, type ValueMap } from '../../value/value.ts';
import { apply } from '../apply.ts';
import type { Converter } from '../converter.ts';
import { update } from '../update.ts';

/** The outcome of one step of a case. */
export type StepOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'conflicts'; readonly conflicts: readonly string[] }
  | { readonly kind: 'error'; readonly message: string };

/** The outcomes of the steps of a case, and the object and its managers at the end. */
export interface CaseOutcome {
  readonly steps: readonly StepOutcome[];
  readonly object: Value;
  readonly managers: Managers;
}

/**
 * Plays a case of this folder. A file has OpenAPI `types`, and perhaps `versions`: the fields that a version names
 * differently. A case has `steps` (`apply` or `update` an object `by` a manager, perhaps with `force` and at a
 * `version`; from here on another `type`; from here on a version `unserved`; from here on a version that `fails` for
 * objects that have, `has`, or lack, `lacks`, a field), perhaps the `type` it starts with, fields that are `ignored`
 * (as fieldsV1) and the `library`, a release of structured-merge-diff. An `unchecked` object is not validated first.
 */
export function playCase(file: ValueMap, given: ValueMap): CaseOutcome {
  const world = new World(file, given);
  const steps = (listAt(given, 'steps') ?? []).map((step) => world.step(asMap(step)));
  return { steps, object: world.live.value, managers: world.managers };
}

/** A set as cases write it: its paths. */
export function pathTexts(set: FieldSet): string[] {
  return pathsOf(set).map(pathToString);
}

function asMap(value: Value | undefined): ValueMap {
  if (!isMap(value)) throw new Error('a case is written as objects');
  return value;
}

class World {
  readonly types: ValueMap;
  readonly versions: ValueMap;
  readonly ignored: Filter | undefined;
  readonly library: MergeLibrary | undefined;
  readonly unserved = new Set<string>();
  readonly failing: ValueMap[] = [];
  type: string;
  live: TypedValue;
  managers: Managers = new Map();
  private readonly typeOf: (name: string) => Atom;

  constructor(file: ValueMap, given: ValueMap) {
    this.types = asMap(file.get('types'));
    this.versions = mapAt(file, 'versions') ?? new Map();
    const schema = schemaFromOpenApi(new Map([...this.types].map(([name, each]) => [name, asMap(each)])));
    this.typeOf = (name) => schema.type(name) ?? schema.type(this.type) ?? { name };
    this.library = mergeLibraries.find((each) => each === stringAt(given, 'library'));
    this.type = stringAt(given, 'type') ?? 'T';
    const ignored = mapAt(given, 'ignored');
    const fields = ignored === undefined ? undefined : fieldSetFromV1(ignored);
    this.ignored = fields?.kind === 'set' ? excluding(fields.set) : undefined;
    this.live = { value: new Map(), type: this.typeOf('v1') };
  }

  step(step: ValueMap): StepOutcome {
    const type = stringAt(step, 'type');
    if (type !== undefined) {
      this.type = type;
      this.live = { ...this.live, type: this.typeOf(type) };
      return { kind: 'done' };
    }
    const unserved = stringAt(step, 'unserved');
    if (unserved !== undefined) {
      this.unserved.add(unserved);
      return { kind: 'done' };
    }
    if (step.has('fails')) {
      this.failing.push(step);
      return { kind: 'done' };
    }
    return this.request(step, stringAt(step, 'version') ?? 'v1');
  }

  private request(step: ValueMap, version: string): StepOutcome {
    const config = step.get('apply');
    const type = this.typeOf(version);
    const value = config ?? step.get('update') ?? null;
    const typed = step.has('unchecked')
      ? ({ kind: 'typed', typed: { value, type } } as const)
      : asTyped(value, type, { allowDuplicates: config === undefined });
    if (typed.kind === 'invalid') return { kind: 'error', message: validationErrorsToString(typed.errors) };
    const around = {
      live: this.converted(this.live, version),
      version,
      managers: this.managers,
      manager: stringAt(step, 'by') ?? '',
      converter: this.converter,
      ignored: () => this.ignored,
      ...(this.library === undefined ? {} : { library: this.library }),
    };
    const result =
      config === undefined
        ? update({ ...around, next: typed.typed })
        : apply({ ...around, config: typed.typed, force: step.get('force') === true });
    if (result.kind === 'error') return result;
    if (result.kind === 'conflict') {
      const conflicts = result.conflicts.map(({ manager, path }) => `${manager} ${pathToString(path)}`);
      return { kind: 'conflicts', conflicts };
    }
    this.live = result.object;
    this.managers = new Map([...result.managers].map(([manager, owned]) => [manager, throughWire(owned)]));
    return { kind: 'done' };
  }

  private readonly converter: Converter = {
    convert: (object, version) => {
      if (this.unserved.has(version)) return { kind: 'missing-version', message: `${version} is not served` };
      const message = this.failure(object, version);
      return message === undefined
        ? { kind: 'converted', typed: this.converted(object, version) }
        : { kind: 'error', message };
    },
  };

  /** Why an object cannot be converted. */
  private failure({ value }: TypedValue, version: string): string | undefined {
    const has = (field: string | undefined) => isMap(value) && field !== undefined && value.has(field);
    for (const step of this.failing.filter((each) => stringAt(each, 'fails') === version)) {
      const held = stringAt(step, 'has');
      const needed = stringAt(step, 'lacks');
      if (has(held)) return `${version} cannot hold ${held}`;
      if (needed !== undefined && !has(needed)) return `${version} needs ${needed}`;
    }
    return undefined;
  }

  /** Versions differ in the names of top-level fields only. */
  private converted(object: TypedValue, version: string): TypedValue {
    const type = this.typeOf(version);
    if (object.type === type || !isMap(object.value)) return object;
    const there = mapAt(this.versions, version) ?? new Map<string, Value>();
    const back = new Map<string, Value>();
    for (const names of this.versions.values()) {
      for (const [name, other] of isMap(names) ? names : []) back.set(String(other), name);
    }
    const renamed = [...object.value].map(([name, value]): [string, Value] => {
      const original = back.get(name) ?? name;
      return [String(there.get(String(original)) ?? original), value];
    });
    return { value: new Map(renamed), type };
  }
}

/** Between requests, sets are stored in their wire form. */
function throughWire(owned: VersionedSet): VersionedSet {
  const read = fieldSetFromV1(fieldSetToV1(owned.set));
  if (read.kind === 'error') throw new Error(read.message);
  return { ...owned, set: read.set };
}
