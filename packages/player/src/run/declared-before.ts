import { commandsIn } from '@managed-fields/kubectl';
import { isMap, mapAt, serverMetadata, type Value } from '@managed-fields/merge-engine';
import {
  type CommandStep,
  editorFile,
  flagValues,
  inputFile,
  type Scenario,
  type Step,
} from '@managed-fields/scenario';
import { printYaml, readDocuments } from '@managed-fields/source';
import { lastAppliedText, readLastApplied } from './last-applied.ts';

/** A text that declares an object, and the name of the file that it came from, if it did. */
export interface DeclaredText {
  readonly name?: string;
  readonly text: string;
}

/**
 * Finds what was declared last in some steps: the file that a command applied or created from, the text of an apply or
 * create, or a live object as somebody declared it. Undefined where the nearest of them has none, so that nothing which a
 * server filled in counts as declared.
 */
export function declaredLast(scenario: Scenario, before = scenario.steps.length): DeclaredText | undefined {
  for (let at = before - 1; at >= 0; at--) {
    const step = scenario.steps[at];
    if (step === undefined || step.off === true) continue;
    const declared = step.kind === 'kubectl' ? manifestOf(scenario, step) : declaredIn(step);
    if (declared !== undefined || step.kind === 'live') return declared;
  }
  return undefined;
}

/** What a step's own text declares: all of an apply, a create or a tool, of a live object what is known to be declared. */
export function declaredIn({ kind, text }: Step): DeclaredText | undefined {
  if (kind === 'apply' || kind === 'create' || kind === 'tool') return text.trim() === '' ? undefined : { text };
  if (kind !== 'live') return undefined;
  const [value] = readDocuments(text).map((document) => document.value);
  if (!isMap(value)) return undefined;
  const config = readLastApplied(lastAppliedText(value));
  if (config !== undefined) return { text: printYaml(config).text };
  const metadata = mapAt(value, 'metadata');
  return value.has('status') || serverMetadata.some((field) => metadata?.has(field) === true) ? undefined : { text };
}

/** The apiVersion, kind and name of the object in a text; all of a text that names none. */
export function headIn(text: string): string {
  const [value] = readDocuments(text).map((document) => document.value);
  if (!isMap(value) || typeof value.get('kind') !== 'string') return text;
  const metadata = mapAt(value, 'metadata');
  const named = ['name', 'namespace'].flatMap((key) =>
    metadata?.has(key) ? [[key, metadata.get(key) ?? null] as const] : [],
  );
  const kept = ['apiVersion', 'kind'].flatMap((key) =>
    value.has(key) ? [[key, value.get(key) ?? null] as const] : [],
  );
  return printYaml(new Map<string, Value>([...kept, ['metadata', new Map(named)]])).text;
}

/** The first manifest that a command reads: a file, its standard input, or a text in its line. */
export function manifestOf(scenario: Scenario, step: CommandStep): DeclaredText | undefined {
  const files = filesOf(scenario, step.id);
  for (const { words, redirects } of commandsIn(step.text)) {
    const [program, ...args] = words.map(({ text }) => text);
    const named = flagValues(args, ['-f', '--filename']).flatMap((value) => value.split(','));
    const names = program === 'cat' ? args : named;
    const read = redirects.flatMap((each) => (each.kind === 'read' ? [each.name.text] : []));
    const name = [...names, ...read].find((each) => (files[each] ?? '').trim() !== '');
    const here = redirects.flatMap((each) => (each.kind === 'text' ? [each.text] : []));
    const [text] = name === undefined ? here : [files[name] ?? ''];
    if (text !== undefined) return name === undefined || name === inputFile ? { text } : { name, text };
  }
  return undefined;
}

/**
 * The files that a command can read: those of the commands before it and its own, and no other command's standard input
 * and edited text.
 */
export function filesOf({ steps }: Scenario, stepId: string): Readonly<Record<string, string>> {
  const at = steps.findIndex(({ id }) => id === stepId);
  return Object.fromEntries(
    steps.slice(0, at + 1).flatMap((step, index) => {
      if (step.kind !== 'kubectl' || (step.off === true && index < at)) return [];
      const files = Object.entries(step.files ?? {});
      return index === at ? files : files.filter(([name]) => name !== inputFile && name !== editorFile);
    }),
  );
}
