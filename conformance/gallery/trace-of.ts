import type { TypeCatalog } from '@managed-fields/api-server';
import type { ValueMap } from '@managed-fields/merge-engine';
import { mapOf } from '@managed-fields/merge-engine';
import { impersonation, type RequestView } from '@managed-fields/player';
import { run, type StepView } from '@managed-fields/player/whole';
import { type CommandStep, editorFile, inputFile, type Outcome, type Step } from '@managed-fields/scenario';
import { readDocuments } from '@managed-fields/source';
import type { Example } from './examples.ts';

/** One step of an example as it is recorded: a step of a trace without its answer, and the object to read after it. */
export interface AskedStep {
  readonly stepId: string;
  readonly step: ValueMap;
}

/**
 * What is to be asked of a real server to see an example: the requests as the page sends them and the commands as they
 * are typed, in the namespace `t-<name>` instead of `default`. Every step has `after: {path}`, the object that the page
 * shows after it, once there is one. A resourceVersion that is sent has the number that a recording gives it. Steps that
 * are switched off are left out.
 */
export function askedSteps({ name, scenario }: Example, catalog: TypeCatalog): readonly AskedStep[] {
  const asked: AskedStep[] = [];
  const versions: string[] = [];
  let path: string | undefined;
  for (const step of scenario.steps) {
    const { outcomes, view } = run(scenario, { catalog, selected: step.id });
    const outcome = outcomes.find(({ stepId }) => stepId === step.id);
    if (outcome === undefined || view === undefined || outcome.status === 'skipped') continue;
    path = objectPath(view, outcome) ?? path;
    const after = path === undefined ? [] : [['after', mapOf({ path: inOwnNamespace(path, name) })] as const];
    asked.push({ stepId: step.id, step: new Map([...askedOf(step, view, name, versions), ...after]) });
    const version = /^ {2}resourceVersion: "(\d+)"$/m.exec(view.result?.text ?? '')?.[1];
    if (version !== undefined && !versions.includes(version)) versions.push(version);
  }
  return asked;
}

/**
 * The trace that records an example or a lesson, without answers yet. One of a server as it is installed takes for granted what the
 * page does: a ServiceAccount `default` in each namespace.
 */
export function traceOf(example: Example, catalog: TypeCatalog, of: 'gallery' | 'lessons' = 'gallery'): ValueMap {
  const { name, scenario } = example;
  const steps = askedSteps(example, catalog).map(({ step }) => step);
  const tags = scenario.server === 'installed' ? [of, 'installed', 'accounts'] : [of];
  const about = of === 'gallery' ? `the example ${name} of the gallery` : `what the lesson ${name} plays`;
  return mapOf({ name, about, tags, steps });
}

/** A text of a recording in the namespace that examples have. */
export function inDefaultNamespace(text: string, name: string): string {
  return text.replaceAll(`t-${name}`, 'default');
}

function askedOf(step: Step, view: StepView, name: string, versions: readonly string[]): ValueMap {
  if (step.kind === 'crd') return mapOf({ crd: readDocuments(step.text)[0]?.value ?? null });
  if (step.kind === 'kubectl') return commandOf(step, name, versions);
  const { request } = view;
  if (request === undefined) throw new Error(`${name}: the step ${step.id} sends no request, so it cannot be recorded`);
  const { method, path, query, contentType, userAgent, user, body } = request;
  return mapOf({
    request: mapOf({
      method,
      path: inOwnNamespace(path, name),
      query: mapOf(Object.fromEntries(query)),
      headers: mapOf({
        ...(userAgent === undefined ? {} : { 'User-Agent': userAgent }),
        ...(contentType === undefined ? {} : { 'Content-Type': contentType }),
        ...userHeaders(user),
      }),
      ...(body === undefined ? {} : { body: numbered(inOwnNamespace(body, name), versions) }),
    }),
  });
}

/** Whom a request is sent as, with several groups, or values, in one header. */
function userHeaders(user: RequestView['user']): Readonly<Record<string, string>> {
  const headers = new Map<string, string>();
  for (const [name, value] of impersonation(user)) {
    const before = headers.get(name);
    headers.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return Object.fromEntries(headers);
}

/** What a person makes of a text in the editor is copied over it; what a command reads from its input is that. */
function commandOf({ text, files = {} }: CommandStep, name: string, versions: readonly string[]): ValueMap {
  const { [editorFile]: edited, [inputFile]: input, ...plain } = files;
  const own = (each: string) => numbered(inOwnNamespace(each, name), versions);
  const beside = Object.entries({ ...plain, ...(edited === undefined ? {} : { 'edited.yaml': edited }) });
  return mapOf({
    command: own(text.trim()),
    ...(beside.length === 0
      ? {}
      : { files: mapOf(Object.fromEntries(beside.map(([file, each]) => [file, own(each)]))) }),
    ...(input === undefined ? {} : { stdin: own(input) }),
    ...(edited === undefined ? {} : { env: mapOf({ KUBE_EDITOR: 'cp edited.yaml' }) }),
  });
}

/** A text with the resourceVersions that were seen numbered in the order in which they were. */
function numbered(text: string, seen: readonly string[]): string {
  return text.replace(/(resourceVersion\W+)(\d+)/g, (whole, before: string, version: string) => {
    const place = seen.indexOf(version);
    return place < 0 ? whole : `${before}${place + 1}`;
  });
}

function inOwnNamespace(text: string, name: string): string {
  return text
    .replace(/^(\/apis?\/.*\/namespaces\/)default(?=\/)/, `$1t-${name}`)
    .replace(
      /(\b(?:namespace|kubernetes\.io\/metadata\.name)"?: ?"?|(?<=^kubectl .*)(?:-n|--namespace)[ =])default\b/g,
      `$1t-${name}`,
    );
}

/** The path of the object that a step is about, without a subresource. */
function objectPath({ request, sent }: StepView, { object }: Outcome): string | undefined {
  if (object === undefined) return undefined;
  const name = object.slice(Math.max(object.lastIndexOf('/'), object.lastIndexOf(' ')) + 1);
  const all = (sent?.requests.map((each) => each.request) ?? (request === undefined ? [] : [request])).map(
    ({ method, path }) => ({ write: method !== 'GET', path: method === 'POST' ? `${path}/${name}` : path }),
  );
  const sorted = [...all.filter(({ write }) => write).reverse(), ...all.filter(({ write }) => !write).reverse()];
  const named = /^\/(?:api|apis\/[^/]+)\/[^/]+\/(?:namespaces\/[^/]+\/)?[^/]+\/([^/]+)/;
  for (const { path } of sorted) {
    const [whole, last] = named.exec(path) ?? [];
    if (last === name) return whole;
  }
  return undefined;
}
