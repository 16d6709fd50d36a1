import { type CommandStep, inputFile, type Step, type ToolStep } from '@managed-fields/scenario';
import { defaultVersions } from '@managed-fields/tools/programs';
import type { RecordedCase, RecordedStep } from '../tools/play-case.ts';
import type { Example } from './examples.ts';

/** A run of a tool in an example, as a case that is recorded of the tool itself. */
export type ExampleCase = Pick<RecordedCase, 'name' | 'about' | 'options' | 'before' | 'manifests'> & {
  readonly tool: string;
  readonly version: string;
  /** The folder of its recording: `helm4`. */
  readonly folder: string;
};

/**
 * The runs of tools in an example, each with the steps before it: `gallery-NAME-PLACE`. A command there reads its file from
 * its input. Throws where a step before is none that a case can have.
 */
export function toolCasesOf({ name, scenario: { title, steps } }: Example): readonly ExampleCase[] {
  return steps.flatMap((step, index): readonly ExampleCase[] => {
    if (step.kind !== 'tool') return [];
    const run = runOf(step);
    const folder = run.tool === 'helm' ? `helm${run.version.startsWith('v3') ? 3 : 4}` : run.tool;
    const before = steps.slice(0, index).map((each) => stepBefore(each, name));
    return [{ name: `gallery-${name}-${index + 1}`, about: `${title}: ${step.name ?? ''}`, folder, before, ...run }];
  });
}

function stepBefore(step: Step, example: string): RecordedStep {
  if (step.kind === 'tool') return runOf(step);
  if (step.kind === 'kubectl') return commandOf(step);
  throw new Error(`${example}: a ${step.kind} before a tool cannot be recorded`);
}

function commandOf({ text, files = {} }: CommandStep): RecordedStep {
  const kubectl = text.trim().replace(/^kubectl /, '');
  const [[file, input] = [undefined, undefined]] = Object.entries(files);
  return file === undefined ? { kubectl } : { kubectl: kubectl.replace(`-f ${file}`, `-f ${inputFile}`), input };
}

function runOf({ tool, text }: ToolStep) {
  const { name = '', version, options = {} } = tool ?? {};
  const versions: Readonly<Record<string, string>> = defaultVersions;
  return { tool: name, version: version ?? versions[name] ?? '', options, manifests: text };
}
