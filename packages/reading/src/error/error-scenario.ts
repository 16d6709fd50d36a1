import { all, catalogOf, emptyCluster, type TypeCatalog } from '@managed-fields/api-server';
import { knownDefinition, knownResources } from '@managed-fields/known-definitions';
import { playScenario, withKnown } from '@managed-fields/player';
import { type NewStep, newScenario } from '@managed-fields/scenario';
import { conflictSteps, type MadeSteps } from './conflict-scenario.ts';
import type { ErrorFacts } from './error-facts.ts';
import { refusalSteps } from './refusal-scenario.ts';

/** Steps that lead to a message, for the user to complete. */
export interface ErrorScenario {
  readonly steps: readonly NewStep[];
  /** The API version and kind of the object, such as `apps/v1 Deployment`. */
  readonly kind: string;
  /** Whether the kind was guessed, because the message does not name it. */
  readonly guessed: boolean;
  /** Whether the kind was made up of the fields in the message. The user replaces it by its real definition. */
  readonly placeholder: boolean;
  /** Whether the last step, played here, ends with exactly this message. */
  readonly reproduced: boolean;
}

/**
 * Makes a scenario of a message, and plays it to see whether it ends with the message. If the message does not name the
 * kind, the first kind that leads to the message is taken. Kinds with known definitions are tried before made-up ones.
 */
export function errorScenario(facts: ErrorFacts, catalog: TypeCatalog): ErrorScenario | undefined {
  let first: ErrorScenario | undefined;
  for (const kinds of new Set([withKnownKindsOf(facts, catalog), catalog])) {
    for (const made of stepsFor(facts, kinds)) {
      const scenario = { ...made, reproduced: endsIn(made.steps, facts.message, catalog) };
      if (scenario.reproduced) return scenario;
      first ??= scenario;
    }
  }
  return first;
}

function stepsFor(facts: ErrorFacts, catalog: TypeCatalog): Iterable<MadeSteps> {
  if (facts.code === 'conflict') return conflictSteps(facts, catalog);
  const made = refusalSteps(facts, catalog);
  return made === undefined ? [] : [made];
}

function endsIn(steps: readonly NewStep[], message: string, catalog: TypeCatalog): boolean {
  const last = playScenario(newScenario('', steps), catalog).at(-1);
  const answers = [last?.outcome.message ?? '', ...(last?.outcome.warnings ?? []), last?.command?.stderr ?? ''].map(
    words,
  );
  return answers.some((text) => text.includes(words(message)));
}

/** Removes what kubectl prints around the message of an apply. */
function words(text: string): string {
  return text.replace(/\s+/g, ' ').replace('.meta.k8s.io', '').trim();
}

/**
 * Adds the kinds with known definitions that a message may be about to the kinds of a server. Returns the same catalog
 * where there are none.
 */
function withKnownKindsOf(facts: ErrorFacts, catalog: TypeCatalog): TypeCatalog {
  let cluster = emptyCluster(catalog);
  const meant = meantBy(facts, catalog);
  for (const known of all(
    meant.map(
      ({ apiVersion, kind }) =>
        () =>
          knownDefinition(apiVersion, kind),
    ),
  )) {
    cluster = (known && withKnown(cluster, known)?.cluster) ?? cluster;
  }
  return cluster.definitions.size === 0 ? catalog : catalogOf(cluster);
}

/** An API version and a kind of it. */
interface TypeMeta {
  readonly apiVersion: string;
  readonly kind: string;
}

/** The known kinds that fit the names in a message. A name without a group means a kind of the server first. */
function meantBy({ object, managers }: ErrorFacts, catalog: TypeCatalog): readonly TypeMeta[] {
  const { apiVersion, group, kind, resource } = object;
  const isCalled = (names: { readonly kind: string; readonly plural: string }) =>
    (kind === undefined || names.kind === kind) && (resource === undefined || names.plural === resource);
  const called = knownResources()
    .filter(isCalled)
    .flatMap((each) => each.versions.map((version) => ({ apiVersion: `${each.group}/${version}`, kind: each.kind })));
  if (apiVersion !== undefined) return called.filter((each) => each.apiVersion === apiVersion);
  if (group !== undefined) return called.filter((each) => each.apiVersion.startsWith(`${group}/`));
  const written = new Set(managers.map((manager) => manager.apiVersion).filter((each) => each !== ''));
  if (written.size > 0) return called.filter((each) => written.has(each.apiVersion));
  const isNamed = kind !== undefined || resource !== undefined;
  return isNamed && !catalog.names().some(isCalled) ? called : [];
}
