import { equals, mapAt, quote, type Value, type ValueMap } from '@managed-fields/merge-engine';
import { type Condition, conditionOf, hasCondition, isTrue, withCondition, withStatus } from './conditions.ts';
import { type DefinitionNames, readNames } from './definition.ts';

/**
 * Sets the accepted names and the conditions about them. It returns the same definition where nothing changes. `others`
 * are the other definitions of the group.
 * Upstream: k8s.io/apiextensions-apiserver pkg/controller/status/naming_controller.go sync.
 */
export function withAcceptedNames(crd: ValueMap, others: readonly ValueMap[], now: string): ValueMap {
  const wanted = readNames(mapAt(mapAt(crd, 'spec'), 'names'));
  const before = acceptedNames(crd);
  if (sameNames(wanted, before)) return crd;
  const { names, complaint } = accept(wanted, before, taken([...others.map(acceptedNames), before]));
  const accepted = namesCondition(complaint);
  if (sameNames(names, before) && hasCondition(crd, accepted)) return crd;
  const named = withStatus(crd, 'acceptedNames', namesValue(names));
  return installing(withCondition(named, accepted, now), complaint === undefined, now);
}

/** Returns `status.acceptedNames` of a definition. */
export function acceptedNames(crd: ValueMap): DefinitionNames {
  return readNames(mapAt(mapAt(crd, 'status'), 'acceptedNames'));
}

/** A name that another definition has. */
interface Complaint {
  readonly reason: string;
  readonly message: string;
}

interface Taken {
  readonly resources: ReadonlySet<string>;
  readonly kinds: ReadonlySet<string>;
}

function taken(all: readonly DefinitionNames[]): Taken {
  return {
    resources: new Set(all.flatMap(({ plural, singular, shortNames }) => [plural, singular, ...shortNames])),
    kinds: new Set(all.flatMap(({ kind, listKind }) => [kind, listKind])),
  };
}

/** Returns the wanted names that are free or were accepted before; of several conflicts the last is reported. */
function accept(
  wanted: DefinitionNames,
  before: DefinitionNames,
  used: Taken,
): { readonly names: DefinitionNames; readonly complaint: Complaint | undefined } {
  let names = before;
  let complaint: Complaint | undefined;
  const take = (key: 'plural' | 'singular' | 'kind' | 'listKind', inUse: ReadonlySet<string>, reason: string) => {
    const name = wanted[key];
    if (name !== before[key] && inUse.has(name)) complaint = { reason, message: alreadyInUse(name) };
    else names = { ...names, [key]: name };
  };
  take('plural', used.resources, 'PluralConflict');
  take('singular', used.resources, 'SingularConflict');
  const lost = wanted.shortNames.filter((name) => !before.shortNames.includes(name) && used.resources.has(name));
  if (lost.length > 0) complaint = { reason: 'ShortNamesConflict', message: together(lost.map(alreadyInUse)) };
  else names = { ...names, shortNames: wanted.shortNames };
  take('kind', used.kinds, 'KindConflict');
  take('listKind', used.kinds, 'ListKindConflict');
  return { names: { ...names, categories: wanted.categories }, complaint };
}

function alreadyInUse(name: string): string {
  return `${quote(name)} is already in use`;
}

/** Upstream: k8s.io/apimachinery pkg/util/errors/errors.go Aggregate. */
function together(messages: readonly string[]): string {
  const each = [...new Set(messages)];
  const all = each.join(', ');
  return each.length === 1 ? all : `[${all}]`;
}

function namesCondition(complaint: Complaint | undefined): Condition {
  return complaint === undefined
    ? { type: 'NamesAccepted', status: 'True', reason: 'NoConflicts', message: 'no conflicts found' }
    : { type: 'NamesAccepted', status: 'False', ...complaint };
}

/**
 * Sets the condition Established. A definition that is established stays so; another one waits until its names are
 * accepted.
 */
function installing(crd: ValueMap, accepted: boolean, now: string): ValueMap {
  if (isTrue(crd, 'Established')) return crd;
  const type = 'Established';
  if (accepted) {
    const message = 'the initial names have been accepted';
    return withCondition(crd, { type, status: 'False', reason: 'Installing', message }, now);
  }
  if (conditionOf(crd, type) !== undefined) return crd;
  return withCondition(
    crd,
    { type, status: 'False', reason: 'NotAccepted', message: 'not all names are accepted' },
    now,
  );
}

/** Encodes names as a definition has them. */
function namesValue({ plural, singular, shortNames, kind, listKind, categories }: DefinitionNames): ValueMap {
  return new Map<string, Value>([
    ['plural', plural],
    ...(singular === '' ? [] : [['singular', singular] as const]),
    ...(shortNames.length === 0 ? [] : [['shortNames', shortNames] as const]),
    ['kind', kind],
    ...(listKind === '' ? [] : [['listKind', listKind] as const]),
    ...(categories.length === 0 ? [] : [['categories', categories] as const]),
  ]);
}

function sameNames(a: DefinitionNames, b: DefinitionNames): boolean {
  return equals(namesValue(a), namesValue(b));
}
