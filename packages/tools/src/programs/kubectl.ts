import { pathOf } from '@managed-fields/api-server';
import { shellWord } from '@managed-fields/foreign-text';
import type { KubectlHost, RanLine } from '@managed-fields/kubectl';
import { isMap, mapAt, metadataText, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import { inputFile } from '@managed-fields/scenario';
import { type ObjectEnd, type ToolProgram, type ToolTask, truth } from './program.ts';
import { purposeOfApply, type ToolRequest, ToolSession } from './session.ts';

/** The options of `kubectl apply` that are truths, and those with a value. */
const flags = {
  truths: ['force-conflicts', 'force', 'prune', 'all', 'overwrite', 'openapi-patch'],
  values: ['field-manager', 'selector', 'applyset', 'prune-allowlist', 'validate', 'cascade', 'grace-period'],
} as const;

/** `kubectl apply --server-side` of the manifests, each file as it was given. Upstream: k8s.io/kubectl pkg/cmd/apply. */
export const runKubectlServerSide: ToolProgram = (...args) => applied(true, ...args);

/** `kubectl apply` with its three-way merge. */
export const runKubectlClientSide: ToolProgram = (...args) => applied(false, ...args);

function applied(
  serverSide: boolean,
  ...[cluster, given, host, now]: Parameters<ToolProgram>
): ReturnType<ToolProgram> {
  const task = { ...given, namespace: given.options.get('namespace') ?? given.namespace };
  const session = new ToolSession(cluster, host, now, '');
  const inFile = documentsByFile(task, host);
  const reading: KubectlHost = { ...host, read: (text) => inFile.get(text) ?? host.read(text) };
  const named = [...inFile.keys()];
  const command = {
    line: `kubectl apply${serverSide ? ' --server-side' : ''}${flagsOf(task)}${named.map((file) => ` -f ${shellWord(file)}`).join('')}`,
    files: new Map(named.map((file) => [file, file])),
    ...(inFile.has(inputFile) ? { stdin: inputFile } : {}),
    namespace: task.namespace,
    // A namespace that is named is asked for, and one that is only the current one is not.
    enforceNamespace: task.options.has('namespace') || task.options.has('applyset'),
    env: new Map([['KUBECTL_APPLYSET', 'true']]),
  };
  const ran = session.kubectl(command, reading, purposeOfApply);
  const ends = endsOf(session, task, ran);
  const error = ran.exitCode === 0 ? undefined : ran.stderr;
  return { cluster: session.cluster, requests: session.requests, ends, error };
}

type Documents = ReturnType<KubectlHost['read']>;

/** What stands in each file, in its order; what is no object is left to kubectl. */
function documentsByFile({ manifests, unread = [] }: ToolTask, host: KubectlHost): ReadonlyMap<string, Documents> {
  const inFile = new Map<string, Documents[number][]>();
  const add = (file: string, documents: Documents) => {
    const there = inFile.get(file);
    if (there === undefined) inFile.set(file, [...documents]);
    else there.push(...documents);
  };
  let at = 0;
  const addUntil = (before: number) => {
    for (const { value, file } of manifests.slice(at, before)) {
      add(file || 'manifests.yaml', [{ kind: 'value', value }]);
    }
    at = before;
  };
  for (const { text, file, before } of unread) {
    addUntil(before);
    add(file, host.read(text));
  }
  addUntil(manifests.length);
  return inFile;
}

/** The line that applies, with the flags of the task. */
function flagsOf(task: ToolTask): string {
  const truths = flags.truths.filter((name) => task.options.has(name)).map((name) => ` --${name}=${truth(task, name)}`);
  const values = flags.values.flatMap((name) => {
    const value = name === 'field-manager' ? (task.options.get(name) ?? task.manager) : task.options.get(name);
    return value === undefined ? [] : [` --${name}=${shellWord(value)}`];
  });
  return [...truths, ...values].join('');
}

/** How kubectl ended for each object, by the requests that it sent for it. */
function endsOf(session: ToolSession, task: ToolTask, ran: RanLine): readonly ObjectEnd[] {
  const byPath = new Map<string, ToolRequest[]>();
  for (const request of session.requests) {
    const path = pathOfObject(request);
    byPath.set(path, [...(byPath.get(path) ?? []), request]);
  }
  const seen = new Set<string>();
  const ends = task.manifests.map(({ value }, manifest): ObjectEnd => {
    const version = session.versionOf(value);
    const { file } = task.manifests[manifest] ?? {};
    const own = (namespace: string) => ownWords(ran.stderr, { object: value, namespace, file: file ?? '' });
    if (version === undefined) return failed(value, manifest, own(metadataText(value, 'namespace') || task.namespace));
    const namespace = version.resource.namespaced ? metadataText(value, 'namespace') || task.namespace : '';
    const path = pathOf({ version, namespace, name: metadataText(value, 'name') });
    seen.add(path);
    const sent = byPath.get(path) ?? [];
    // What fails of a migration is only warned of.
    const writes = sent.filter(({ request, purpose }) => request.method !== 'GET' && purpose !== 'migrate');
    const deleted = writes.findIndex(({ request }) => request.method === 'DELETE');
    // With --force a refused patch is followed by a deletion and a creation, and that by one of the object as it was if it fails.
    const decisive =
      (deleted < 0 ? undefined : writes[deleted + 1]) ??
      writes.find(({ purpose }) => purpose !== 'annotation') ??
      writes[0];
    if (decisive !== undefined && decisive.response.code >= 400) {
      return failed(value, manifest, messageOf(decisive) ?? '');
    }
    const hasNone =
      sent.length === 0 || (decisive === undefined && ran.stderr.includes(placeInError(value, namespace)));
    if (hasNone && ran.exitCode !== 0) return failed(value, manifest, own(namespace));
    const missing = `Warning: resource ${version.resource.plural}/${metadataText(value, 'name')} is missing `;
    const warnings = ran.stderr
      .split('\n')
      .flatMap((line) => (line.startsWith(missing) ? [line.slice('Warning: '.length)] : []));
    return { object: value, manifest, end: 'applied', ...(warnings.length === 0 ? {} : { warnings }) };
  });
  const pruned = session.requests.flatMap((request): ObjectEnd[] => {
    const isGone = request.request.method === 'DELETE' && request.response.code < 400;
    if (!isGone || seen.has(pathOfObject(request))) return [];
    const object = request.trace?.before;
    return object === undefined ? [] : [{ object, manifest: undefined, end: 'pruned' }];
  });
  // Beside the manifests kubectl writes the parent of an ApplySet, before and after it prunes.
  const parents = [...byPath].flatMap(([path, requests]): ObjectEnd[] => {
    const writes = requests.filter(({ request }) => request.method === 'PATCH');
    const last = writes.at(-1);
    if (last === undefined || seen.has(path)) return [];
    const refused = writes.find(({ response }) => response.code >= 400);
    const object = objectOf(last);
    return [
      refused === undefined
        ? { object, manifest: undefined, end: 'applied' }
        : { object, manifest: undefined, end: 'failed', message: messageOf(refused) ?? '' },
    ];
  });
  return [...ends, ...parents, ...pruned];
}

/** The object that a write answered, or else sent. */
function objectOf({ request: { body }, response }: ToolRequest): ValueMap {
  if (response.code < 400 && isMap(response.body)) return response.body;
  return body?.kind === 'value' && isMap(body.value) ? body.value : new Map();
}

/** An object of a file, for what is said of it. */
interface Meant {
  readonly object: ValueMap;
  /** Empty where its kind has none. */
  readonly namespace: string;
  readonly file: string;
}

/**
 * What kubectl says of an object for which it sent nothing: what names it, or else what names its file; where nothing does,
 * all errors are its own. Warnings are of other objects.
 */
function ownWords(stderr: string, meant: Meant): string {
  const blocks = blocksOf(stderr);
  const named = blocks.filter((block) => subjectOf(block, meant) === 'own');
  const inFile = blocks.filter((block) => namesFile(block, meant.file));
  const others = blocks.filter((block) => subjectOf(block, meant) === undefined);
  const words = [named, inFile, others, blocks].find(({ length }) => length > 0) ?? [];
  return [...new Set(words)].join('\n').trim();
}

/** The errors on stderr, one a block: a line of advice goes on with the one before it. Warnings are left out. */
function blocksOf(stderr: string): readonly string[] {
  const blocks: string[] = [];
  for (const line of stderr.split('\n')) {
    const last = blocks.length - 1;
    if (line === 'ensure CRDs are installed first' && last >= 0) blocks[last] += `\n${line}`;
    else if (line !== '' && !line.startsWith('Warning: ')) blocks.push(line);
  }
  return blocks;
}

/** Whether an error names an object, this one or another; undefined where it names none. */
function subjectOf(block: string, { object, namespace }: Meant): 'own' | 'other' | undefined {
  const foreign = /the namespace from the provided object "([^"]*)"/.exec(block);
  if (foreign !== null) return foreign[1] === namespace ? 'own' : 'other';
  const unknown = /resource mapping not found for name: "([^"]*)" namespace: "([^"]*)"/.exec(block);
  if (unknown === null) return undefined;
  const isOwn = unknown[1] === metadataText(object, 'name') && unknown[2] === metadataText(object, 'namespace');
  return isOwn ? 'own' : 'other';
}

function namesFile(block: string, file: string): boolean {
  return block.includes(`error parsing ${file}: `) || block.includes(`error validating "${file}"`);
}

/** How an error that no request caused names its object. Upstream: k8s.io/kubectl pkg/cmd/apply/patcher.go addSourceToErr. */
function placeInError(object: ValueMap, namespace: string): string {
  return `Name: ${JSON.stringify(metadataText(object, 'name'))}, Namespace: ${JSON.stringify(namespace)}\n`;
}

function failed(object: ValueMap, manifest: number, message: string): ObjectEnd {
  return { object, manifest, end: 'failed', message };
}

function messageOf({ response: { body } }: ToolRequest): string | undefined {
  return isMap(body) ? stringAt(body, 'message') : undefined;
}

/** The path of the object that a request is about: a create names it in its body alone. */
function pathOfObject({ request: { method, path, body } }: ToolRequest): string {
  const value = method === 'POST' && body?.kind === 'value' && isMap(body.value) ? body.value : undefined;
  return value === undefined ? path : `${path}/${stringAt(mapAt(value, 'metadata'), 'name') ?? ''}`;
}
