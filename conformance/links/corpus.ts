import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isMap, listAt, mapAt, parseJson, stringAt, type Value } from '@managed-fields/merge-engine';
import type { NewStep, Scenario, Step, StepKind } from '@managed-fields/scenario';
import { printYaml, readDocuments } from '@managed-fields/source';
import { readExamples } from '../gallery/examples.ts';
import { type Exchange, readTrace, type TraceStep } from '../replay/trace.ts';

/** A scenario to train on or to measure with. */
export interface Sample {
  readonly name: string;
  /** Samples of one family are about the same thing. */
  readonly family: string;
  readonly scenario: Scenario;
  /** Whether the dictionary is trained on it; if not, it is held out for measuring. */
  readonly trained: boolean;
}

/**
 * The first word of a name says what it is about, once the words are gone that say who recorded it. It also decides
 * what is held out, a third, among examples and recordings alike; else that would have been seen under another name.
 */
function familyOf(name: string): { readonly family: string; readonly trained: boolean } {
  const [family = ''] = name.replace(/^(rw|rec2?|kubectl|def|defaults)-/, '').split('-');
  return { family, trained: (createHash('sha256').update(family).digest()[0] ?? 0) % 3 > 0 };
}

/** Those that the dictionary was not trained on. */
export function heldOut(samples: readonly Sample[]): readonly Sample[] {
  return samples.filter(({ trained }) => !trained);
}

/** Objects as clusters printed them, from the end-to-end tests, never trained on. */
export function fixtureSamples(): readonly Sample[] {
  const folder = new URL('../../e2e/fixtures/', import.meta.url);
  const files = readdirSync(folder).filter((file) => file.endsWith('.yaml'));
  return files.sort().map((file): Sample => {
    const text = readFileSync(new URL(file, folder), 'utf8');
    const scenario: Scenario = { title: '', steps: [{ id: 's1', kind: 'live', text }] };
    return { name: file, family: file, scenario, trained: false };
  });
}

/** The examples of the gallery. */
export function exampleSamples(): readonly Sample[] {
  return readExamples().map(({ name, scenario }) => ({ name, scenario, ...familyOf(name) }));
}

/** Objects of everyday.yaml, each as two steps: the file that somebody applies, and a part of it that another wants. */
export function everydaySamples(): readonly Sample[] {
  const texts = readFileSync(new URL('everyday.yaml', import.meta.url), 'utf8')
    .replace(/^#.*\n/, '')
    .split('---\n');
  return texts.map((text, index) => {
    const head = /^apiVersion: .*\nkind: .*\nmetadata:\n {2}name: .*\n/.exec(text)?.[0] ?? '';
    const second = `${head}spec:\n  replicas: 5\n`;
    const steps: readonly Step[] = [
      { id: 's1', kind: 'apply', manager: index % 2 === 0 ? 'kubectl' : 'argocd-controller', text },
      { id: 's2', kind: 'apply', manager: 'platform', text: second },
    ];
    const name = `everyday ${index + 1}`;
    return { name, family: name, scenario: { title: '', steps }, trained: true };
  });
}

const traces = fileURLToPath(new URL('../traces/v1.36/', import.meta.url));

/** The folders of recordings whose objects look like those that people have. */
const lifelike = ['recorded', 'recorded-kubectl', 'kubectl', 'reference', 'validation'];

/**
 * Recordings as the scenarios that somebody makes who asks why: the object as the server printed it, then what was
 * sent to it.
 */
export function traceSamples(): readonly Sample[] {
  return lifelike.flatMap((folder) => {
    const names = readdirSync(`${traces}${folder}`).map((file) => file.replace(/\.json$/, ''));
    return names
      .filter((name) => !name.startsWith('random'))
      .map((name) => {
        const { steps } = readTrace(`${traces}${folder}/${name}.json`);
        return { name, scenario: scenarioOf(name, steps), ...familyOf(name) };
      })
      .filter(({ scenario }) => scenario.steps.length > 0);
  });
}

const mostSteps = 4;

function scenarioOf(name: string, steps: readonly TraceStep[]): Scenario {
  const exchanges = steps.flatMap((step) =>
    step.kind === 'request' ? [step.exchange] : step.kind === 'command' ? step.command.exchanges : [],
  );
  const lives = exchanges.map(({ response }) => response.body).filter(hasManagedFields);
  const live = lives.at(-1);
  const first: NewStep[] = live === undefined ? [] : [{ kind: 'live', text: printYaml(live).text }];
  const made = [...first, ...steps.flatMap(stepOf)].slice(0, mostSteps);
  return {
    title: '',
    steps: made.map((step, index) => ({
      ...step,
      id: `s${index + 1}`,
      text: inDefaultNamespace(step.text, name),
      ...('files' in step ? { files: withoutNames(step.files, name) } : {}),
    })),
  };
}

function stepOf(step: TraceStep): NewStep[] {
  if (step.kind === 'crd') return [{ kind: 'crd', text: printYaml(step.crd).text }];
  if (step.kind === 'command') {
    const { line, files } = step.command;
    return [{ kind: 'kubectl', text: line, ...(files.size > 0 ? { files: Object.fromEntries(files) } : {}) }];
  }
  return requestStep(step.exchange);
}

function requestStep({ request }: Exchange): NewStep[] {
  const kind = kindOf(request.method, request.contentType ?? '', request.path);
  if (kind === undefined || request.body === undefined) return [];
  const manager = request.query.get('fieldManager');
  return [
    {
      kind,
      text: asTyped(request.body),
      ...(manager === undefined ? {} : { manager }),
      ...(request.query.get('force') === 'true' ? { force: true } : {}),
    },
  ];
}

function kindOf(method: string, contentType: string, path: string): StepKind | undefined {
  if (path.endsWith('/scale')) return 'scale';
  if (path.endsWith('/status')) return 'status';
  if (method === 'POST') return 'create';
  if (method === 'PUT') return 'update';
  if (method !== 'PATCH') return undefined;
  if (contentType.includes('apply-patch')) return 'apply';
  if (contentType.includes('strategic')) return 'strategic-merge-patch';
  return contentType.includes('json-patch') ? 'json-patch' : 'merge-patch';
}

/** Bodies were recorded as JSON; people write YAML. */
function asTyped(body: string): string {
  const json = parseJson(body);
  if (json.kind === 'value') return printYaml(json.value).text;
  return readDocuments(body).length === 1 ? body : '';
}

function hasManagedFields(body: Value): boolean {
  return (
    isMap(body) && stringAt(body, 'kind') !== 'Status' && listAt(mapAt(body, 'metadata'), 'managedFields') !== undefined
  );
}

/** Recordings live in namespaces of their own name, which would be found in no other scenario. */
function inDefaultNamespace(text: string, name: string): string {
  return text.replaceAll(`t-${name}`, 'default');
}

function withoutNames(files: Readonly<Record<string, string>>, name: string): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([file, text]) => [file, inDefaultNamespace(text, name)]));
}
