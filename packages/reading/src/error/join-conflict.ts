import type { TypeCatalog } from '@managed-fields/api-server';
import {
  type Atom,
  equals,
  type FieldPath,
  hasManagedFields,
  locate,
  mapAt,
  pathFromString,
  pathToString,
  stringAt,
  type Value,
  type ValueMap,
  valueAt,
} from '@managed-fields/merge-engine';
import { playScenario } from '@managed-fields/player';
import type { Scenario } from '@managed-fields/scenario';
import {
  addStep,
  changeText,
  type NewStep,
  newScenario,
  nextStepId,
  removeStep,
  withStep,
  withText,
} from '@managed-fields/scenario';
import { printYaml } from '@managed-fields/source';
import type { FoundObject } from '../found-object.ts';
import {
  applierOf,
  liveAndApply,
  merged,
  placeholderKind,
  secretsEncoded,
  subresourceOf,
} from './conflict-scenario.ts';
import type { ErrorFacts, ErrorManager } from './error-facts.ts';
import { isMadeUp, type MadeConflict, madeConflictIn, objectOf } from './made-conflict.ts';
import { placedValue } from './placed-value.ts';
import { readErrors } from './read-error.ts';
import { sampleObject } from './sample-value.ts';

/** What names an object. */
interface ObjectIdentity {
  readonly apiVersion: string;
  readonly kind: string;
  /** Empty where the object names none. */
  readonly namespace: string;
  readonly name: string;
}

/** A conflict that somebody read, and the live object that it is about, as steps of one scenario. */
export interface JoinedConflict {
  readonly object: ObjectIdentity;
  /** The apply that meets the object, to be added after the object's step. */
  readonly apply: NewStep;
  /** The fields of the message, by manager, that the object as pasted does not lead to a conflict about. */
  readonly missing: readonly ErrorManager[];
  /** Whether the object was pasted with its managedFields. */
  readonly isOwned: boolean;
}

/** A conflict that was joined with what is on screen: the whole scenario, and its step with the conflict. */
export interface JoinedScenario extends JoinedConflict {
  readonly scenario: Scenario;
  readonly select: string;
  /** The place of the live object's step, from 1. */
  readonly place: number;
}

/** The kinds to join by: those of the server, and those known where the texts go. */
export interface JoinOptions {
  readonly catalog: TypeCatalog;
  readonly kinds: TypeCatalog;
}

/**
 * Joins a conflict with live objects that were pasted beside it: the apply for the first object that fits. Undefined
 * where none does.
 */
export function joinPasted(
  facts: ErrorFacts,
  objects: readonly FoundObject[],
  options: JoinOptions,
): JoinedConflict | undefined {
  for (const { text, nature, obstacle } of objects) {
    const live = nature === 'live' && obstacle === undefined ? objectOf(text) : undefined;
    const apply = live && applyOn(live, facts, options);
    if (live === undefined || apply === undefined) continue;
    const definitions = objects
      .filter((each) => each.nature === 'definition')
      .map((each): NewStep => ({ kind: 'crd', text: each.text }));
    const scenario = newScenario('', [...definitions, { kind: 'live', text }, apply]);
    const missing = missingIn(scenario, scenario.steps.at(-1)?.id, facts, options);
    return { object: identityOf(live), apply, missing, isOwned: hasManagedFields(live) };
  }
  return undefined;
}

/**
 * Joins a conflict with a live object of the scenario: the apply is added after the step `after`, or after the
 * object's own step where that comes later; `inPlace`: the step `after` is the text of the message, and makes way.
 * Undefined where no live object fits.
 */
export function joinError(
  scenario: Scenario,
  facts: ErrorFacts,
  { after, inPlace = false }: { readonly after?: string | undefined; readonly inPlace?: boolean },
  options: JoinOptions,
): JoinedScenario | undefined {
  const found = scenario.steps.findIndex(({ id }) => id === after);
  const at = found < 0 ? scenario.steps.length - 1 : found;
  const lives = [...scenario.steps.entries()].filter(([, { kind, off }]) => kind === 'live' && off !== true);
  const nearest = [...lives.filter(([index]) => index <= at).reverse(), ...lives.filter(([index]) => index > at)];
  for (const [index, { text }] of nearest) {
    const live = objectOf(text);
    const apply = live && !isMadeUp(live) ? applyOn(live, facts, options) : undefined;
    if (live === undefined || apply === undefined) continue;
    const select = nextStepId(scenario);
    const added = addStep(scenario, apply, Math.max(index, at) + 1);
    const joined = inPlace && after !== undefined ? removeStep(added, after) : added;
    const missing = missingIn(joined, select, facts, options);
    return {
      object: identityOf(live),
      apply,
      missing,
      isOwned: hasManagedFields(live),
      scenario: joined,
      select,
      place: index + 1,
    };
  }
  return undefined;
}

/**
 * Joins a live object with a scenario that was made of a conflict: the object takes the place of the made-up one, and
 * the apply takes over its API version, kind, namespace and name. Undefined where the scenario is no such one, or where
 * the object is another or lacks the fields.
 */
export function joinObject(scenario: Scenario, found: FoundObject, options: JoinOptions): JoinedScenario | undefined {
  const made = madeConflictIn(scenario);
  const live = found.nature === 'live' && found.obstacle === undefined ? objectOf(found.text) : undefined;
  if (made === undefined || live === undefined) return undefined;
  const { apiVersion: _, kind: __, ...named } = made.facts.object;
  const facts = { ...made.facts, object: named };
  const apply = applyOn(live, facts, options, made);
  if (apply === undefined) return undefined;
  const { text } = apply;
  const joined = withStep(withText(scenario, made.live.id, found.text), made.apply.id, (step) => ({ ...step, text }));
  // A kind that was made up of the message's fields does not fit an object that has more of them.
  const placeholder = placeholderStep(scenario, made, options);
  const select = made.apply.id;
  const ways = [...(placeholder === undefined ? [] : [removeStep(joined, placeholder)]), joined].map((way) => ({
    way,
    missing: missingIn(way, select, facts, options),
  }));
  const best = ways.find(({ missing }) => missing.length === 0) ?? ways[0];
  if (best === undefined) return undefined;
  const place = best.way.steps.findIndex(({ id }) => id === made.live.id) + 1;
  return {
    object: identityOf(live),
    apply,
    missing: best.missing,
    isOwned: hasManagedFields(live),
    scenario: best.way,
    select,
    place,
  };
}

function placeholderStep({ steps }: Scenario, { facts }: MadeConflict, { catalog }: JoinOptions): string | undefined {
  const made = placeholderKind(facts, catalog);
  if (made === undefined) return undefined;
  const { text } = printYaml(made.definition);
  return steps.find((step) => step.kind === 'crd' && step.text === text)?.id;
}

/**
 * The apply of the fields of a message to a live object, with other values than the object has. `made` is the apply
 * that was made before: its values stay where they differ, and so does whatever else the user wrote there.
 */
function applyOn(live: ValueMap, facts: ErrorFacts, options: JoinOptions, made?: MadeConflict): NewStep | undefined {
  const { apiVersion, kind, namespace, name } = identityOf(live);
  const { object } = facts;
  const differs = (wanted: string | undefined, is: string) => wanted !== undefined && wanted !== is;
  if (apiVersion === '' || differs(object.kind, kind) || differs(object.name, name)) return undefined;
  if (differs(object.namespace, namespace) || differs(object.group, groupOf(apiVersion))) return undefined;
  if (differs(object.apiVersion && groupOf(object.apiVersion), groupOf(apiVersion))) return undefined;
  const version = options.kinds.findKind(apiVersion, kind);
  if (version !== undefined && differs(object.resource, version.resource.plural)) return undefined;
  const type = typeOf(facts, apiVersion, kind, options);
  const paths = type && fieldsIn(facts, type);
  if (type === undefined || paths === undefined || paths.length === 0) return undefined;
  const metadata: ValueMap = new Map([
    ['name', name],
    ...(namespace === '' ? [] : [['namespace', namespace] as const]),
  ]);
  const head: ValueMap = new Map<string, Value>([
    ['apiVersion', apiVersion],
    ['kind', kind],
    ['metadata', metadata],
  ]);
  const sample = secretsEncoded(kind, sampleObject(type, paths, 'yours'));
  const other = secretsEncoded(kind, sampleObject(type, paths, 'theirs'));
  const config = paths.reduce(
    (so, path) => {
      const wanted = [
        made && valueOn(made.config, path, type),
        valueOn(sample, path, type),
        valueOn(other, path, type),
      ].find((value) => value !== undefined && !equals(value, valueOn(live, path, type) ?? null));
      return wanted === undefined ? so : (placedValue(so, pathToString(path), wanted, type) ?? so);
    },
    merged(head, sample),
  );
  const text = made !== undefined && isRewritten(made, options) ? renamed(made, head) : printYaml(config).text;
  return { kind: 'apply', manager: applierOf(facts), ...subresourceOf(paths), text };
}

/** The type of a kind; where nothing is known of the kind, one that is made up of the fields in the message. */
function typeOf(
  facts: ErrorFacts,
  apiVersion: string,
  kind: string,
  { catalog, kinds }: JoinOptions,
): Atom | undefined {
  const known = kinds.findKind(apiVersion, kind)?.type;
  // Without a schema any text with dots is the name of a field.
  const isWritten = known !== undefined && fieldsIn(facts, known)?.every((path) => hasFirst(known, path)) !== false;
  return isWritten
    ? known
    : placeholderKind({ ...facts, object: { ...facts.object, apiVersion, kind } }, catalog)?.type;
}

function hasFirst(type: Atom, [first]: FieldPath): boolean {
  return first?.kind === 'field' && type.map?.fields.has(first.name) === true;
}

/** The fields of a message in a type; undefined where the type lacks one of them. */
function fieldsIn({ managers }: ErrorFacts, type: Atom): readonly FieldPath[] | undefined {
  const read = managers.flatMap(({ paths }) => paths).map((path) => pathFromString(path, type));
  const known = read.filter((path) => path !== undefined);
  return known.length === read.length ? known : undefined;
}

/** Whether the user wrote more into the apply that was made than other values of the fields in conflict. */
function isRewritten({ facts, object, config }: MadeConflict, options: JoinOptions): boolean {
  const { apiVersion, kind } = identityOf(object);
  const type = typeOf(facts, apiVersion, kind, options);
  const paths = type && fieldsIn(facts, type);
  if (type === undefined || paths === undefined) return true;
  const head = new Map([...object].filter(([name]) => ['apiVersion', 'kind'].includes(name)));
  const metadata = new Map(
    [...(mapAt(object, 'metadata') ?? [])].filter(([name]) => ['name', 'namespace'].includes(name)),
  );
  const [, apply] = liveAndApply(facts, new Map([...head, ['metadata', metadata]]), type, kind, apiVersion);
  const first = objectOf(apply?.text ?? '');
  const alike = (value: ValueMap) =>
    paths.reduce((so, path) => placedValue(so, pathToString(path), null, type) ?? so, value);
  return first === undefined || !equals(alike(first), alike(config));
}

/** The text of the apply about another object. Everything else stays as the user wrote it, if it can. */
function renamed({ apply, config }: MadeConflict, head: ValueMap): string {
  const named = mapAt(head, 'metadata') ?? new Map();
  const rest = [...(mapAt(config, 'metadata') ?? [])].filter(([name]) => name !== 'name' && name !== 'namespace');
  const wanted: ValueMap = new Map<string, Value>([...config, ...head, ['metadata', new Map([...named, ...rest])]]);
  const changed = changeText(apply.text, [
    { place: ['apiVersion'], value: head.get('apiVersion') },
    { place: ['kind'], value: head.get('kind') },
    { place: ['metadata', 'name'], value: named.get('name') },
    { place: ['metadata', 'namespace'], value: named.get('namespace') },
  ]);
  return equals(objectOf(changed) ?? null, wanted) ? changed : printYaml(wanted).text;
}

/** The fields of the message, by manager, that are not in the conflict which a step ends in. */
function missingIn(
  scenario: Scenario,
  stepId: string | undefined,
  { managers }: ErrorFacts,
  { catalog }: JoinOptions,
): readonly ErrorManager[] {
  const outcome = playScenario(scenario, catalog).find(({ step }) => step.id === stepId)?.outcome;
  const met = outcome?.status === 'conflict' ? readErrors(outcome.message ?? '') : [];
  const keyOf = ({ manager, operation, subresource }: ErrorManager, path: string) =>
    JSON.stringify([manager, operation, subresource, path]);
  const there = new Set(
    met.flatMap(({ managers: owners }) => owners.flatMap((owner) => owner.paths.map((path) => keyOf(owner, path)))),
  );
  return managers.flatMap((owner) => {
    const paths = owner.paths.filter((path) => !there.has(keyOf(owner, path)));
    return paths.length === 0 ? [] : [{ ...owner, paths }];
  });
}

/** The value of an object at a path; undefined where there is none. */
function valueOn(object: ValueMap, path: FieldPath, type: Atom): Value | undefined {
  const place = locate(object, type, path);
  return place && valueAt(object, place);
}

function identityOf(object: ValueMap): ObjectIdentity {
  const metadata = mapAt(object, 'metadata');
  return {
    apiVersion: stringAt(object, 'apiVersion') ?? '',
    kind: stringAt(object, 'kind') ?? '',
    namespace: stringAt(metadata, 'namespace') ?? '',
    name: stringAt(metadata, 'name') ?? '',
  };
}

function groupOf(apiVersion: string): string {
  return apiVersion.includes('/') ? (apiVersion.split('/')[0] ?? '') : '';
}
