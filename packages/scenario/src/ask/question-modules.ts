import type { TypeCatalog } from '@managed-fields/api-server';
import { knownKinds } from '@managed-fields/known-definitions';
import { stringAt } from '@managed-fields/merge-engine';
import { readDocuments } from '@managed-fields/source';
import { meantBy } from '../reading/error/error-scenario.ts';
import { manifestsIn, objectsIn } from '../reading/kinds-at-hand.ts';
import { errorsIn } from '../reading/read-pasted.ts';
import { readSent } from '../reading/sent-text.ts';
import { fileOf, type ModuleName, modulesFor, modulesOfKind } from '../run/modules.ts';
import { kindsNamed } from '../run/named-kinds.ts';
import type { RunOptions } from '../run/run.ts';
import type { Scenario } from '../scenario.ts';
import type { TextPlace } from './assist.ts';
import type { Question } from './question.ts';

/**
 * The modules that a question about a scenario needs, each once: those of the scenario, and those for the kinds that the
 * question itself brings. It may name more than is needed, and never less.
 */
export function modulesForQuestion(
  scenario: Scenario,
  question: Question,
  { catalog }: RunOptions,
): readonly ModuleName[] {
  return [...new Set([...modulesFor(scenario, catalog), ...modulesBeside(scenario, question, catalog)])];
}

function modulesBeside(scenario: Scenario, question: Question, catalog: TypeCatalog): readonly ModuleName[] {
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
