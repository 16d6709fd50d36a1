import { managerOrUserAgent, type Route, readRoute, type TypeCatalog } from '@managed-fields/api-server';
import { hereDocument, shellLines, shellWord } from '@managed-fields/foreign-text';
import { formatJson, isMap, mapAt, stringAt, type Value } from '@managed-fields/merge-engine';
import { readDocuments } from '@managed-fields/source';
import { isDeduced } from '../deduced-kind.ts';
import type { RequestView } from '../playback.ts';
import { requestTarget } from './request-text.ts';

/** A difference between a request and what the kubectl line sends: a code, and the data of its sentence. */
export interface KubectlDifference {
  /**
   * `manager` {manager}: the line names the manager that the request has from its User-Agent, because kubectl sends a
   * User-Agent of its own; `kubectl-manager` {manager}: kubectl cannot name a manager here, so that `kubectl` is
   * recorded; `as-json`: the text is sent as JSON, with the namespace in it; `reads-first`: kubectl sends a GET before;
   * `resource-version`: kubectl puts the resourceVersion that it read into the object; `no-validation` {value}: kubectl
   * cannot ask for this field validation here; `delete-options`: kubectl asks for deletion in the background;
   * `migrates`: kubectl sends further requests that migrate the fields of client-side apply; `all-documents` {count}:
   * kubectl sends each document, the server reads the first only.
   */
  readonly code:
    | 'manager'
    | 'kubectl-manager'
    | 'as-json'
    | 'reads-first'
    | 'resource-version'
    | 'no-validation'
    | 'delete-options'
    | 'migrates'
    | 'all-documents';
  readonly data: Readonly<Record<string, string>>;
}

/** The kubectl command that sends a request, or the nearest one. */
export interface KubectlForm {
  /** The command alone, as a kubectl step has it. */
  readonly line: string;
  /** The text of its standard input. */
  readonly input?: string;
  /** Command and input, to paste into a shell. */
  readonly text: string;
  readonly differences: readonly KubectlDifference[];
}

/** What is known about a request from elsewhere. */
export interface RequestContext {
  readonly catalog: TypeCatalog;
  /** Whether the object has been applied client-side. */
  readonly clientSideApplied?: boolean;
}

/** A request with its path, query and documents as they were read. */
interface Asked extends RequestContext {
  readonly request: RequestView;
  readonly route: Route;
  readonly query: ReadonlyMap<string, string>;
  readonly documents: readonly (Value | undefined)[];
}

/**
 * Finds the kubectl command that sends a request. Undefined where kubectl has none, not even with `--raw`. The commands
 * were tried with kubectl v1.36 on a server of the same version.
 * Upstream: k8s.io/kubectl pkg/cmd/{apply,create,replace,patch,scale,delete}; k8s.io/cli-runtime
 * pkg/resource/helper.go.
 */
export function kubectlForm(request: RequestView, context: RequestContext): KubectlForm | undefined {
  const route = readRoute(request.path);
  if (route === undefined) return undefined;
  const documents = readDocuments(request.body ?? '').map(({ value }) => value);
  const asked: Asked = { ...context, request, route, query: new Map(request.query), documents };
  if (request.method === 'DELETE') return deleteForm(asked);
  if (request.method === 'GET') return getForm(asked);
  if (documents[0] === undefined) return undefined;
  if (request.method === 'POST') return namesItself(asked) ? createForm(asked) : rawForm(asked, 'create');
  if (request.method === 'PUT') return fileSubresource(asked) ? replaceForm(asked) : rawForm(asked, 'replace');
  if (request.contentType?.startsWith('application/apply-patch')) {
    return fileSubresource(asked) ? applyForm(asked) : undefined;
  }
  return patchForm(asked);
}

function applyForm(asked: Asked): KubectlForm {
  const { query } = asked;
  const words = ['kubectl apply --server-side', ...managerWords(asked).words];
  if (query.get('force') === 'true') words.push('--force-conflicts');
  words.push(...subresourceWords(asked), ...validateWords(asked), ...dryRunWords(asked), ...globalWords(asked));
  const migrates = asked.clientSideApplied === true && asked.route.subresource === '' && !query.has('dryRun');
  return fileForm(asked, words, [...managerWords(asked).differences, ...(migrates ? [difference('migrates')] : [])]);
}

function createForm(asked: Asked): KubectlForm {
  const { words, differences } = managerWords(asked);
  const all = ['kubectl create', ...words, ...validateWords(asked), ...dryRunWords(asked), ...globalWords(asked)];
  return fileForm(asked, all, differences);
}

function replaceForm(asked: Asked): KubectlForm {
  const { words, differences } = managerWords(asked);
  const [object] = asked.documents;
  const hasVersion = isMap(object) && (stringAt(mapAt(object, 'metadata'), 'resourceVersion') ?? '') !== '';
  const all = ['kubectl replace', ...words, ...subresourceWords(asked), ...validateWords(asked), ...dryRunWords(asked)];
  return fileForm(
    asked,
    [...all, ...globalWords(asked)],
    [...differences, ...(hasVersion ? [] : [difference('reads-first'), difference('resource-version')])],
  );
}

function patchForm(asked: Asked): KubectlForm | undefined {
  const type = patchType(asked.request.contentType);
  const [patch] = asked.documents;
  const { name, subresource } = asked.route;
  if (type === undefined || patch === undefined || name === '') return undefined;
  if (subresource !== '' && !fileSubresources.has(subresource)) return undefined;
  const resource = resourceArgument(asked.route, asked.catalog);
  const replicas = scaledTo(asked, patch);
  const { manager } = sender(asked);
  if (replicas !== undefined && !asked.query.has('fieldManager') && (manager === 'kubectl' || manager === 'unknown')) {
    const words = [
      'kubectl scale',
      shellWord(`${resourceOf(asked.route, asked.catalog)}/${name}`),
      `--replicas=${replicas}`,
      ...dryRunWords(asked),
    ];
    const differences = [difference('reads-first'), ...validationDifference(asked)];
    if (manager !== 'kubectl') differences.unshift(difference('kubectl-manager', { manager }));
    return plainForm([...words, ...globalWords(asked)], differences);
  }
  const { words, differences } = managerWords(asked);
  const text = asked.request.body?.trim() ?? '';
  const body = /^[{[]/.test(text) ? text : formatJson(patch);
  return plainForm(
    [
      `kubectl patch ${resource} ${shellWord(name)} --type=${type}`,
      ...words,
      ...subresourceWords(asked),
      ...dryRunWords(asked),
      ...globalWords(asked),
      `-p ${shellWord(body)}`,
    ],
    [...differences, difference('reads-first'), ...validationDifference(asked)],
  );
}

function deleteForm(asked: Asked): KubectlForm | undefined {
  const { name, subresource } = asked.route;
  if (name === '' || subresource !== '') return undefined;
  const words = [`kubectl delete ${resourceArgument(asked.route, asked.catalog)} ${shellWord(name)} --wait=false`];
  return plainForm([...words, ...dryRunWords(asked), ...globalWords(asked)], [difference('delete-options')]);
}

function getForm(asked: Asked): KubectlForm | undefined {
  const { name, subresource } = asked.route;
  if (name === '' || (subresource !== '' && !fileSubresources.has(subresource))) return undefined;
  const words = [`kubectl get ${resourceArgument(asked.route, asked.catalog)} ${shellWord(name)}`];
  const output = ['--show-managed-fields', '-o yaml'];
  return plainForm([...words, ...subresourceWords(asked), ...globalWords(asked), ...output], []);
}

/** `kubectl create --raw` and `replace --raw` send a JSON body as it is. The User-Agent is always that of kubectl. */
function rawForm(asked: Asked, verb: 'create' | 'replace'): KubectlForm {
  const { query, documents, request } = asked;
  const { manager, own } = sender(asked);
  const named = own ? [...request.query, ['fieldManager', manager] as const] : request.query;
  const target = requestTarget({ path: request.path, query: named });
  const line = [`kubectl ${verb} --raw ${shellWord(target)}`, ...userWords(asked), '-f -'].join(' ');
  const input = `${formatJson(documents[0] ?? null)}\n`;
  const differences = query.has('fieldManager') || !own ? [] : [difference('manager', { manager })];
  return { line, input, text: hereDocument(line, input), differences: [...differences, difference('as-json')] };
}

function fileForm(asked: Asked, words: readonly string[], differences: readonly KubectlDifference[]): KubectlForm {
  const line = shellLines([...words, '-f -']);
  const input = asked.request.body ?? '';
  const count = asked.documents.length;
  const documents = count > 1 ? [difference('all-documents', { count: String(count) })] : [];
  const all = [...differences, difference('as-json'), ...documents];
  return { line: [...words, '-f -'].join(' '), input, text: hereDocument(line, input), differences: all };
}

function plainForm(words: readonly string[], differences: readonly KubectlDifference[]): KubectlForm {
  return { line: words.join(' '), text: `${shellLines(words)}\n`, differences };
}

function difference(code: KubectlDifference['code'], data: KubectlDifference['data'] = {}): KubectlDifference {
  return { code, data };
}

/** The manager that the request is recorded under. `own`: only its User-Agent says so. */
function sender({ query, request }: Asked): { readonly manager: string; readonly own: boolean } {
  const named = query.get('fieldManager') ?? '';
  return { manager: managerOrUserAgent(named, request.userAgent ?? '') || 'unknown', own: named === '' };
}

/**
 * The flag that names the manager. The server refuses an apply without a manager; kubectl sends none only for an empty
 * flag.
 */
function managerWords(asked: Asked): {
  readonly words: readonly string[];
  readonly differences: readonly KubectlDifference[];
} {
  const { manager, own } = sender(asked);
  if (own && asked.request.contentType?.startsWith('application/apply-patch')) {
    return { words: ["--field-manager=''"], differences: [] };
  }
  const words = [shellWord(`--field-manager=${manager}`)];
  return { words, differences: own ? [difference('manager', { manager })] : [] };
}

const fileSubresources: ReadonlySet<string> = new Set(['status', 'scale', 'resize']);

function subresourceWords({ route }: Asked): readonly string[] {
  return route.subresource === '' ? [] : [`--subresource=${route.subresource}`];
}

/** The flag for field validation. kubectl asks for `Strict` by default, the server's default is `Warn`. */
function validateWords({ query }: Asked): readonly string[] {
  return [`--validate=${(query.get('fieldValidation') ?? 'Warn').toLowerCase()}`];
}

function validationDifference({ query }: Asked): readonly KubectlDifference[] {
  const value = query.get('fieldValidation') ?? 'Warn';
  return value === 'Warn' ? [] : [difference('no-validation', { value })];
}

function dryRunWords({ query }: Asked): readonly string[] {
  return query.has('dryRun') ? ['--dry-run=server'] : [];
}

/** The flags of all verbs: the namespace, and whom kubectl acts for. */
function globalWords(asked: Asked): readonly string[] {
  const { namespace } = asked.route;
  return [...(namespace === '' ? [] : [`-n ${shellWord(namespace)}`]), ...userWords(asked)];
}

function userWords({ request: { user } }: Asked): readonly string[] {
  if (user === undefined) return [];
  const { name, uid, groups, extra = new Map<string, readonly string[]>() } = user;
  return [
    `--as=${name}`,
    ...(uid === undefined ? [] : [`--as-uid=${uid}`]),
    ...groups.map((group) => `--as-group=${group}`),
    ...[...extra].flatMap(([key, values]) => values.map((value) => `--as-user-extra=${key}=${value}`)),
  ].map(shellWord);
}

/** Whether the body names the object of the path, as kubectl requires of a file. */
function namesItself({ documents, route, catalog }: Asked): boolean {
  const [object] = documents;
  if (!isMap(object)) return false;
  const [apiVersion, kind] = [stringAt(object, 'apiVersion') ?? '', stringAt(object, 'kind') ?? ''];
  const version = catalog.findKind(apiVersion, kind);
  if (apiVersion !== (route.group === '' ? route.version : `${route.group}/${route.version}`)) return false;
  if (version !== undefined && version.resource.plural !== route.plural) return false;
  const metadata = mapAt(object, 'metadata');
  const namespace = stringAt(metadata, 'namespace') ?? '';
  if (namespace !== '' && namespace !== route.namespace) return false;
  const name = stringAt(metadata, 'name') ?? '';
  return route.name === '' ? name !== '' || (stringAt(metadata, 'generateName') ?? '') !== '' : name === route.name;
}

function fileSubresource(asked: Asked): boolean {
  const { subresource } = asked.route;
  return namesItself(asked) && (subresource === '' || fileSubresources.has(subresource));
}

function patchType(contentType: string | undefined): 'merge' | 'strategic' | 'json' | undefined {
  switch (contentType) {
    case 'application/merge-patch+json':
      return 'merge';
    case 'application/strategic-merge-patch+json':
      return 'strategic';
    case 'application/json-patch+json':
      return 'json';
    default:
      return undefined;
  }
}

/** The number of replicas, if a patch sets nothing else through /scale, as `kubectl scale` does. */
function scaledTo({ route, request }: Asked, patch: Value): bigint | undefined {
  if (route.subresource !== 'scale' || request.contentType !== 'application/merge-patch+json') return undefined;
  const spec = isMap(patch) && patch.size === 1 ? patch.get('spec') : undefined;
  const replicas = isMap(spec) && spec.size === 1 ? spec.get('replicas') : undefined;
  return typeof replicas === 'bigint' && replicas >= 0n ? replicas : undefined;
}

/**
 * The argument by which a kubectl command names the resource of a request: the singular name if kubectl resolves that
 * to this resource and version, else the full name (`deployments.v1.apps`). A kind without a definition, whose names
 * are not known, is named by its kind (`Certificate.v1.example.org`).
 * Upstream: k8s.io/cli-runtime pkg/resource/builder.go mappingFor.
 */
function resourceArgument(route: Route, catalog: TypeCatalog): string {
  return shellWord(resourceOf(route, catalog));
}

function resourceOf({ group, version, plural }: Route, catalog: TypeCatalog): string {
  const found = catalog.find(group, version, plural);
  if (found !== undefined && isDeduced(found)) return `${found.resource.kind}.${version}.${group}`;
  const names = catalog.names();
  const known = names.find((each) => each.group === group && each.plural === plural);
  const first = known && names.find(({ singular }) => singular === known.singular);
  if (known !== undefined && first === known && known.preferredVersion === version) return known.singular;
  if (group === '') return plural;
  return `${plural}.${version}.${group}`;
}
