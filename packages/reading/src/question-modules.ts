import type { TypeCatalog } from '@managed-fields/api-server';
import { knownKinds } from '@managed-fields/known-definitions';
import { stringAt } from '@managed-fields/merge-engine';
import {
  fileOf,
  kindsNamed,
  type ModuleName,
  modulesFor,
  modulesOfKind,
  type Question,
  type RunOptions,
  type TextPlace,
} from '@managed-fields/player';
import type { Scenario } from '@managed-fields/scenario';
import { readDocuments } from '@managed-fields/source';
import { meantBy } from './error/error-scenario.ts';
import { manifestsIn, objectsIn } from './kinds-at-hand.ts';
import { errorsIn } from './read-pasted.ts';
import { readSent } from './sent-text.ts';

/** A question that the player knows, or the texts that somebody pasted. */
type AnyQuestion = Question | { readonly kind: 'pasted'; readonly texts: readonly string[] };

/**
 * The modules that a question about a scenario needs, each once: those of the scenario, and those for the kinds that the
 * question itself brings. It may name more than is needed, and never less.
 */
export function modulesForQuestion(
  scenario: Scenario,
  question: AnyQuestion,
  { catalog }: RunOptions,
): readonly ModuleName[] {
  return [...new Set([...modulesFor(scenario, catalog), ...modulesBeside(scenario, question, catalog)])];
}

function modulesBeside(scenario: Scenario, question: AnyQuestion, catalog: TypeCatalog): readonly ModuleName[] {
  switch (question.kind) {
    case 'pasted':
      return ['kubectl', 'custom-resources', ...question.texts.flatMap((text) => knownFilesOf(text, catalog))];
    case 'complete':
    case 'hover':
      return modulesOfTyped(scenario, question, catalog);
    case 'schema-kinds':
      return question.pasted === undefined ? [] : ['custom-resources'];
    case 'schema-tree':
    case 'schema-search':
      return [
        ...(question.pasted === undefined ? [] : (['custom-resources'] as const)),
        ...modulesOfKind(question.of, catalog),
      ];
    default:
      return [];
  }
}

/** The modules for the kinds in a text that is typed and not yet in the scenario. */
function modulesOfTyped(
  scenario: Scenario,
  { stepId, text, file }: TextPlace,
  catalog: TypeCatalog,
): readonly ModuleName[] {
  const step = scenario.steps.find(({ id }) => id === stepId);
  if (step === undefined || text === undefined) return [];
  const files = step.kind === 'kubectl' ? step.files : undefined;
  if (text === (file === undefined ? step.text : files?.[file])) return [];
  const typed =
    file === undefined || step.kind !== 'kubectl' ? { ...step, text } : { ...step, files: { [file]: text } };
  return kindsNamed(typed, new Map()).flatMap((kind) => modulesOfKind(kind, catalog));
}

/** The files of known definitions that reading a pasted text may ask for: all of each group that it names anywhere. */
function knownFilesOf(text: string, catalog: TypeCatalog): readonly ModuleName[] {
  const sent = readSent(text);
  const paths = (sent ?? []).map((each) => (each.form === 'kubectl' ? '' : decoded(each.request.path)));
  const documents = manifestsIn(text).map((manifest) => readDocuments(manifest).map(({ value }) => value));
  const versions = documents
    .flat()
    .flatMap((value) => objectsIn(value).map((each) => stringAt(each, 'apiVersion') ?? ''));
  const places = [text, ...paths, ...versions];
  const kinds = knownKinds().filter(({ apiVersion }) => {
    const [group = ''] = apiVersion.split('/');
    return places.some((place) => place.includes(group));
  });
  const meant = sent === undefined ? errorsIn(text, documents[0]?.[0]).flatMap((facts) => meantBy(facts, catalog)) : [];
  return [...new Set([...kinds.flatMap(fileOf), ...meant.flatMap((kind) => modulesOfKind(kind, catalog))])];
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // A percent sign that begins no character: such a path is none.
    return '';
  }
}
