import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { isList, isMap, type Value } from '@managed-fields/merge-engine';
import { type NewStep, newScenario, readScenario, type Scenario } from '@managed-fields/scenario';
import { readDocuments } from '@managed-fields/source';

/** Texts in which hardly anything is secret, as scenarios. */
export interface Corpus {
  readonly name: string;
  readonly scenarios: readonly { readonly from: string; readonly scenario: Scenario }[];
}

const root = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const names = (folder: string) => readdirSync(new URL(folder, root)).sort();

/** Everything on which it is counted how much is taken for secret without reason. */
export function corpora(): readonly Corpus[] {
  return [
    { name: 'gallery', scenarios: gallery() },
    { name: 'traces', scenarios: traces() },
    { name: 'samples of known definitions', scenarios: knownSamples() },
    { name: 'real manifests', scenarios: manifests() },
  ];
}

function gallery(): Corpus['scenarios'] {
  return names('public/examples/')
    .filter((name) => name.endsWith('.yaml'))
    .flatMap((name) => {
      const file = readScenario(read(`public/examples/${name}`));
      return file.kind === 'scenario' ? [{ from: name, scenario: file.scenario }] : [];
    });
}

interface TraceStep {
  readonly request?: { readonly body?: unknown };
  readonly response?: { readonly body?: unknown };
  readonly command?: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly after?: { readonly object?: unknown };
}

/** The bodies, objects and commands of the traces of v1.36, each text once. */
function traces(): Corpus['scenarios'] {
  const seen = new Set<string>();
  return names('conformance/traces/v1.36/').flatMap((folder) =>
    names(`conformance/traces/v1.36/${folder}/`).flatMap((name) => {
      const { steps }: { steps: readonly TraceStep[] } = JSON.parse(read(`conformance/traces/v1.36/${folder}/${name}`));
      const made = steps.flatMap((step) => stepsOf(step).filter(({ text = '' }) => !seen.has(text) && seen.add(text)));
      return made.length === 0 ? [] : [{ from: `${folder}/${name}`, scenario: newScenario('', made) }];
    }),
  );
}

function stepsOf({ request, response, command, files, after }: TraceStep): readonly NewStep[] {
  const bodies = [request?.body, response?.body, after?.object].filter((body) => body !== undefined);
  return [
    ...bodies.map((body): NewStep => ({ kind: 'apply', text: typeof body === 'string' ? body : JSON.stringify(body) })),
    ...(command === undefined ? [] : [{ kind: 'kubectl', text: command, ...(files && { files }) } as const]),
  ];
}

function knownSamples(): Corpus['scenarios'] {
  const samples: readonly (readonly [string, string, string])[] = JSON.parse(
    read('packages/player/src/run/known-samples.cases.json'),
  );
  return samples.map(([apiVersion, kind, rest]) => ({
    from: kind,
    scenario: newScenario('', [
      { kind: 'apply', text: `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: {name: sample}\n${rest}\n` },
    ]),
  }));
}

interface Manifest {
  readonly source: string;
  readonly file: string;
  readonly text: string;
}

function manifests(): Corpus['scenarios'] {
  const packed = readFileSync(new URL('./manifests.json.gz', import.meta.url));
  const all: readonly Manifest[] = JSON.parse(gunzipSync(packed).toString('utf8'));
  return all.map(({ source, file, text }) => ({
    from: `${source} ${file}`,
    scenario: newScenario('', [{ kind: 'apply', text }]),
  }));
}

/** How many strings a scenario holds: those of its documents, and its commands. */
export function stringsIn({ steps }: Scenario): number {
  return steps.reduce((sum, step) => {
    const texts = [step.text, ...Object.values(step.kind === 'kubectl' ? (step.files ?? {}) : {})];
    return sum + texts.reduce((count, text) => count + stringsOf(text), 0);
  }, 0);
}

function stringsOf(text: string): number {
  const count = (value: Value): number => {
    if (typeof value === 'string') return 1;
    if (isList(value)) return value.reduce((sum: number, item) => sum + count(item), 0);
    return isMap(value) ? [...value.values()].reduce((sum: number, child) => sum + count(child), 0) : 0;
  };
  return readDocuments(text).reduce((sum, { value }) => sum + (value === undefined ? 0 : count(value)), 0);
}
