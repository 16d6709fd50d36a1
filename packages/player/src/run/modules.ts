import { hasCustomResources, provideCustomResources, type TypeCatalog } from '@managed-fields/api-server';
import { hasKnownFile, type KnownKind, knownKind, loadKnownFile } from '@managed-fields/known-definitions';
import { commandsIn, mappingForArgument } from '@managed-fields/kubectl';
import type { Scenario, Step } from '@managed-fields/scenario';
import { mayBeCustom } from './custom-kind.ts';
import { knownKindMeant } from './known-kinds.ts';
import { hasKubectl, provideKubectl } from './kubectl.ts';
import { definitionsOf, kindsNamed, mentionsDefinition, type NamedKind, textsOf } from './named-kinds.ts';
import { wellFormed } from './run.ts';
import { type KnownTexts, readTexts } from './step-text.ts';

/**
 * Code and data that few scenarios need and that is loaded for these alone: kubectl, custom resources with their rules in
 * CEL, and the files of known definitions, by `KnownKind.file`.
 */
export type ModuleName = 'kubectl' | 'custom-resources' | `known/${string}`;

/**
 * The modules that playing a scenario needs, those of steps that are off included, each once. It reads the same texts as
 * `run` does, which then reads none of them again. It may name more than is needed, and never less: what is missing when a
 * step is played throws.
 */
export function modulesFor(scenario: Scenario, catalog: TypeCatalog): readonly ModuleName[] {
  const steps = scenario.steps.map(wellFormed);
  const texts = readTexts(steps);
  const own = definitionsOf(steps, texts);
  return [...new Set(steps.flatMap((step) => modulesOfStep(step, texts, own, catalog)))];
}

/** The modules that a step needs; `own` are the definitions that the scenario holds. */
function modulesOfStep(
  step: Step,
  texts: KnownTexts,
  own: ReadonlySet<string>,
  catalog: TypeCatalog,
): readonly ModuleName[] {
  const named = kindsNamed(step, texts).flatMap((kind) => modulesOfKind(kind, catalog));
  if (step.kind === 'crd') return ['custom-resources', ...named];
  return step.kind === 'kubectl' ? ['kubectl', ...named, ...modulesOfCommand(step, own, catalog)] : named;
}

/** The modules that a step needs which names a kind. */
export function modulesOfKind({ apiVersion, kind }: NamedKind, catalog: TypeCatalog): readonly ModuleName[] {
  const known = fileOf(knownKind(apiVersion, kind));
  const isCustom = known.length > 0 || mayBeCustom(apiVersion, kind, catalog);
  return isCustom || kind === 'CustomResourceDefinition' ? ['custom-resources', ...known] : [];
}

/** The module that holds the definition of a known kind. */
export function fileOf(known: KnownKind | undefined): readonly ModuleName[] {
  return known === undefined ? [] : [`known/${known.file}`];
}

/**
 * The modules that a kubectl command needs for its arguments, any of which may be a resource, and for the definitions in
 * its files. An escape may stand for any letters.
 */
function modulesOfCommand(step: Step, own: ReadonlySet<string>, catalog: TypeCatalog): readonly ModuleName[] {
  const others = commandsIn(step.text).flatMap((command) => {
    const words = command.words.map(({ text }) => text);
    return words.filter((_, index) => !isVerb(words, index) && !isObjectName(words, index, catalog));
  });
  const pieces = new Set(others.flatMap((word) => word.split(/[\s,/=]/)));
  const mayDefine = textsOf(step).some((text) => mentionsDefinition(text) || /\\|!!binary/.test(text));
  return [
    ...(mayDefine || step.text.includes('%') ? (['custom-resources'] as const) : []),
    ...[...pieces].flatMap((piece) => modulesOfArgument(piece, own, catalog)),
  ];
}

/** Whether a word is the verb of a command: `rollout` is a known resource as well. */
function isVerb(words: readonly string[], index: number): boolean {
  return index === 1 && words[0] === 'kubectl' && words[1]?.startsWith('-') === false;
}

/** Whether a word is the name of an object, as `app` in `kubectl get deployment app`: after a built-in resource. */
function isObjectName(words: readonly string[], index: number, catalog: TypeCatalog): boolean {
  const [before = '', type = '', word = ''] = words.slice(Math.max(index - 2, 0), index + 1);
  // After a flag, what looks like a resource may be the flag's value.
  if (index < 3 || before.startsWith('-') || /[\s,/=]/.test(word)) return false;
  return mappingForArgument(catalog, type).kind === 'mapped';
}

function modulesOfArgument(argument: string, own: ReadonlySet<string>, catalog: TypeCatalog): readonly ModuleName[] {
  const mapped = mappingForArgument(catalog, argument);
  if (mapped.kind === 'mapped') {
    return mapped.version.resource.kind === 'CustomResourceDefinition' ? ['custom-resources'] : [];
  }
  // Whose definition the scenario has is met by it where it is in force by then, else by the known one of another.
  const meant = [knownKindMeant(argument, own), knownKindMeant(argument, new Set())].flatMap(fileOf);
  return meant.length === 0 ? [] : ['custom-resources', ...meant];
}

/** Those of some modules that are not loaded yet. */
export function missingModules(names: readonly ModuleName[]): readonly ModuleName[] {
  return names.filter((name) => !isLoaded(name));
}

function isLoaded(name: ModuleName): boolean {
  if (name === 'kubectl') return hasKubectl();
  return name === 'custom-resources' ? hasCustomResources() : hasKnownFile(name.slice('known/'.length));
}

/** Calls a dynamic import; for those who try again where it fails. */
export type Fetch = <Code>(load: () => Promise<Code>) => Promise<Code>;

/**
 * Loads modules, all at once. Rejects where code cannot be fetched; kinds whose known definition cannot be fetched are
 * then unknown.
 */
export async function loadModules(names: readonly ModuleName[], loading: Fetch = (load) => load()): Promise<void> {
  await Promise.all(missingModules(names).map((name) => loadModule(name, loading)));
}

async function loadModule(name: ModuleName, loading: Fetch): Promise<void> {
  if (name === 'kubectl') provideKubectl(await loading(() => import('./commands.ts')));
  else if (name === 'custom-resources') {
    provideCustomResources(await loading(() => import('@managed-fields/api-server/custom-resources')));
  } else await loadKnownFile(name.slice('known/'.length), loading);
}
