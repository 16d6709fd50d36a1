import { readFileSync } from 'node:fs';
import {
  applyMergePatch,
  isList,
  isMap,
  listAt,
  mapAt,
  mapFromPlain,
  stringAt,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { printYaml, readDocuments } from '@managed-fields/source';
import type { ProgramName } from '@managed-fields/tools/programs';
import { readExamples } from '../../../conformance/gallery/examples.ts';
import { toolCasesOf } from '../../../conformance/gallery/tool-cases.ts';

/** One run of a tool: what it is given. */
export interface ToolRun {
  readonly tool: ProgramName;
  /** The release of the tool: `v3.22.0`. */
  readonly version: string;
  /** By the names that the tool gives them. */
  readonly options: Readonly<Record<string, string>>;
  /** YAML documents. */
  readonly manifests: string;
}

/** A request of a controller, or of anybody else who is no tool. */
export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly contentType: string;
  readonly body: Value;
}

/** What happens before the recorded run. */
export type Step =
  | { readonly kind: 'kubectl'; readonly line: string; readonly input: string | undefined }
  | { readonly kind: 'request'; readonly request: SentRequest }
  | { readonly kind: 'tool'; readonly run: ToolRun };

/** A situation to record. */
export interface Case {
  readonly name: string;
  readonly about: string;
  /** The folder of its recording: `helm4`. */
  readonly folder: string;
  readonly namespace: string;
  readonly before: readonly Step[];
  readonly run: ToolRun;
}

/** Objects that cases name, by their names there. */
export type NamedObjects = ReadonlyMap<string, ValueMap>;

/** The releases that are recorded. */
export const versions = {
  kubectl: 'v1.36.3',
  'kubectl-client-side': 'v1.36.3',
  argocd: 'v3.6.1',
  flux: 'v1.9.4',
  'controller-runtime': 'v0.25.2',
  terraform: 'v3.2.1',
  pulumi: 'v4.25.0',
  'flux-helm': 'v1.6.4',
  crossplane: 'v1.3.1',
  capi: 'v1.14.2',
} as const;

const folder = new URL('cases/', import.meta.url);

/** Reads the objects that cases name: a map of manifests in `cases/objects.yaml`. */
export function readObjects(): NamedObjects {
  const [document] = readDocuments(readFileSync(new URL('objects.yaml', folder), 'utf8'));
  if (!isMap(document?.value)) throw new Error('cases/objects.yaml is no map of objects');
  return new Map([...document.value].flatMap(([name, object]) => (isMap(object) ? [[name, object] as const] : [])));
}

/**
 * Reads the cases of a folder of recordings: those written by hand, documents of `cases/FOLDER.yaml`, of which both folders of
 * Helm have those of `cases/helm.yaml` before their own and Terraform's typed resources those of a file a group after them, and
 * those in the examples of the gallery.
 */
export function readCases(name: string, objects: NamedObjects): readonly Case[] {
  return [...writtenCases(name, objects), ...galleryCases(name, objects)];
}

/** The runs of a tool in the examples of the gallery. */
function galleryCases(folder: string, objects: NamedObjects): readonly Case[] {
  return readExamples()
    .flatMap((example) => toolCasesOf(example))
    .filter((each) => each.folder === folder)
    .map((each) => caseOf(mapFromPlain(each), folder, objects));
}

const typedFiles = ['terraform-typed-batch', 'terraform-typed-claims', 'terraform-typed-rbac'];

function writtenCases(name: string, objects: NamedObjects): readonly Case[] {
  const files = name.startsWith('helm') ? ['helm', name] : [name, ...(name === 'terraform-typed' ? typedFiles : [])];
  return files.flatMap((file) => {
    const documents = readDocuments(readFileSync(new URL(`${file}.yaml`, folder), 'utf8'));
    return documents.map((document, index) => {
      const [problem] = document.problems;
      if (!isMap(document.value)) {
        throw new Error(
          `cases/${file}.yaml: document ${index + 1} cannot be read: ${problem?.message ?? 'it is no map'}`,
        );
      }
      return caseOf(document.value, name, objects);
    });
  });
}

/** Makes a case of its data. */
export function caseOf(data: ValueMap, folder: string, objects: NamedObjects): Case {
  return {
    name: stringAt(data, 'name') ?? '',
    about: stringAt(data, 'about') ?? '',
    folder,
    namespace: stringAt(data, 'namespace') ?? 'prod',
    before: (listAt(data, 'before') ?? []).filter(isMap).map((step) => stepOf(step, folder, objects)),
    run: runOf(data, folder, objects),
  };
}

function stepOf(data: ValueMap, folder: string, objects: NamedObjects): Step {
  const line = stringAt(data, 'kubectl');
  const input = data.get('input');
  if (line !== undefined) {
    return { kind: 'kubectl', line, input: input === undefined ? undefined : manifestsOf(input, objects) };
  }
  const request = mapAt(data, 'request');
  if (request === undefined) return { kind: 'tool', run: runOf(data, folder, objects) };
  return {
    kind: 'request',
    request: {
      method: stringAt(request, 'method') ?? 'GET',
      path: stringAt(request, 'path') ?? '',
      query: textsOf(mapAt(request, 'query')),
      contentType: stringAt(request, 'contentType') ?? 'application/json',
      body: request.get('body') ?? null,
    },
  };
}

function runOf(data: ValueMap, folder: string, objects: NamedObjects): ToolRun {
  const tool = (stringAt(data, 'tool') ?? toolOf(folder)) as ProgramName;
  const version = tool === 'helm' ? helmVersion(stringAt(data, 'version'), folder) : versions[tool];
  if (version === undefined) throw new Error(`${stringAt(data, 'name') ?? folder}: there is no tool ${tool}`);
  const options = textsOf(mapAt(data, 'options'));
  const { force, ...others } = options;
  // Cases of both releases of Helm call it as Helm 3 does.
  const named = force !== undefined && version.startsWith('v4') ? { ...others, 'force-replace': force } : options;
  return {
    tool,
    version,
    options: withDefaults(tool, folder, named),
    manifests: manifestsOf(data.get('manifests') ?? [], objects),
  };
}

function toolOf(folder: string): ProgramName {
  if (folder === 'terraform-typed') return 'terraform';
  return folder.startsWith('helm') ? 'helm' : (folder as ProgramName);
}

function helmVersion(named: string | undefined, folder: string): string {
  return named ?? (folder === 'helm3' ? 'v3.22.0' : 'v4.3.1');
}

/** What a run has to be named after, where a case does not say it. */
function withDefaults(tool: ProgramName, folder: string, options: Record<string, string>): Record<string, string> {
  if (tool === 'helm') return { release: 'shop', ...options };
  if (tool === 'argocd') return { app: 'shop', ...options };
  if (tool === 'flux') return { kustomization: 'flux-system/shop', ...options };
  if (folder === 'terraform-typed' && tool === 'terraform') return { resources: 'typed', ...options };
  if (tool === 'flux-helm') return { helmrelease: 'shop', ...options };
  return options;
}

function textsOf(map: ValueMap | undefined): Record<string, string> {
  return Object.fromEntries([...(map ?? [])].map(([key, value]) => [key, String(value)]));
}

/**
 * Returns manifests as YAML. A text with a colon is YAML already; else each item of a list is an object, the name of one,
 * or a named one with a merge patch: `{from: web, patch: {spec: {replicas: 3}}}`.
 */
export function manifestsOf(written: Value, objects: NamedObjects): string {
  if (typeof written === 'string' && written.includes(':')) return written;
  const items = isList(written) ? written : [written];
  return items
    .map((item) => (typeof item === 'string' && item.includes(':') ? item : printYaml(objectOf(item, objects)).text))
    .join('---\n');
}

function objectOf(item: Value, objects: NamedObjects): ValueMap {
  if (typeof item === 'string') return named(item, objects);
  if (!isMap(item)) throw new Error('a manifest is no object');
  const from = stringAt(item, 'from');
  if (from === undefined) return item;
  const patched = applyMergePatch(named(from, objects), item.get('patch') ?? new Map());
  if (patched.kind !== 'patched' || !isMap(patched.value)) throw new Error(`the patch of ${from} makes no object`);
  return patched.value;
}

function named(name: string, objects: NamedObjects): ValueMap {
  const object = objects.get(name);
  if (object === undefined) throw new Error(`cases/objects.yaml has no object ${name}`);
  return object;
}

/** The objects in a text of YAML documents; those that cannot be read are left out. */
export function objectsIn(text: string): readonly ValueMap[] {
  return readDocuments(text).flatMap(({ value }) => {
    if (!isMap(value)) return [];
    const items = (stringAt(value, 'kind') ?? '').endsWith('List') ? listAt(value, 'items') : undefined;
    return items?.filter(isMap) ?? [value];
  });
}

/** Every object that a case writes of, by whatever step. */
export function objectsOf(asked: Case): readonly ValueMap[] {
  const steps = asked.before.flatMap((step): readonly ValueMap[] => {
    if (step.kind === 'tool') return objectsIn(step.run.manifests);
    if (step.kind === 'kubectl') return step.input === undefined ? [] : objectsIn(step.input);
    return isMap(step.request.body) ? [step.request.body] : [];
  });
  return [...steps, ...objectsIn(asked.run.manifests)];
}
