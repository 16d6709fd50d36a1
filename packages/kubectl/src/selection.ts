import {
  matchesLabels,
  notRegistered,
  parseLabelSelector,
  type Requirement,
  type ResourceVersion,
} from '@managed-fields/api-server';
import {
  isMap,
  listAt,
  mapAt,
  metadataOf,
  quote,
  textAt,
  type Value,
  type ValueMap,
  withEntry,
  withMetadata,
} from '@managed-fields/merge-engine';
import { get, list } from './client.ts';
import { isInfo, objectsIn, type Validation } from './documents.ts';
import { aggregateText, amongOthers, type Failure, fail, hasReason, isFailure, together } from './failure.ts';
import { type NamedFiles, namedFiles } from './file-names.ts';
import type { Flags } from './flags.ts';
import { type Info, type LoadedInfo, refreshed } from './info.ts';
import { resourceText } from './mapping.ts';
import { part } from './parts.ts';
import { mappedResources, type NamedResources, namedResources } from './resource-arguments.ts';
import type { Session } from './session.ts';

/** The objects that a command selects, beyond its flags `filename`, `recursive` and `selector`. */
export interface Selecting {
  /** `TYPE NAME…` or `TYPE/NAME…`. */
  readonly args?: readonly string[];
  /** Whether a type alone means all of its objects. */
  readonly allowAll?: boolean;
  /** Whether all objects of a type were asked for. */
  readonly all?: boolean;
  readonly allNamespaces?: boolean;
  /** Whether the command, of objects without namespaces, knows none. */
  readonly withoutNamespace?: boolean;
  /** Whether `--namespace` counts beside `--all-namespaces`, and then refuses every object that is in a namespace. */
  readonly enforcedEverywhere?: boolean;
  /** Whether files of folders below are taken too; by default as `--recursive` says. */
  readonly recursive?: boolean;
  readonly fieldSelector?: string;
  /** Whether the arguments name one type alone. */
  readonly oneType?: true;
  /** Whether a list in a file is refused, which could not be watched. */
  readonly withoutLists?: true;
  /** Whether objects from files are fetched from the server. */
  readonly latest?: boolean;
  /** Whether the server is not asked; objects of files then keep their namespaces, and no selector counts. */
  readonly local?: boolean;
  /** Whether objects that are named by arguments are not fetched. */
  readonly unfetched?: boolean;
  /** Whether apiVersion and kind are checked, as `--validate` asks. */
  readonly validated?: Validation;
  /** The `limit` of list requests. */
  readonly limit?: bigint;
  readonly subresource?: string;
  /** Whether a list comes as the object that it is, and not item by item. */
  readonly whole?: boolean;
  /** Whether the rows of tables are asked for with their whole objects. */
  readonly includeObject?: boolean;
}

/** The selected objects. `visit` yields one after the other, and sends the requests for them meanwhile. */
export interface Selected {
  readonly kind: 'selected';
  /** Whether at most one object can be selected. */
  readonly single: boolean;
  visit(): Iterable<Info | Failure>;
}

/** Whether a command names no object: no file, no kustomization, and no word among those that name resources. */
export function namesNothing(flags: Flags, words: readonly string[] = flags.args): boolean {
  return words.length === 0 && flags.list('filename').length === 0 && flags.text('kustomize') === '';
}

const missingResource = `You must provide one or more resources by argument or filename.
Example resource specifications include:
   '-f rsrc.yaml'
   '--filename=rsrc.json'
   '<resource> <name>'
   '<resource>'`;

/** Selects the objects of a command. Upstream: k8s.io/cli-runtime pkg/resource/builder.go Do. */
export function select(session: Session, flags: Flags, selecting: Selecting): Selected | Failure {
  const folder = flags.text('kustomize');
  const recursive = selecting.recursive ?? flags.truth('recursive');
  if (folder !== '' && flags.list('filename').length > 0) return fail('only one of -f or -k can be specified');
  if (folder !== '' && recursive) return fail("the -k flag can't be used with -f or -R");
  const files = folder === '' ? namedFiles(session, flags.list('filename'), recursive) : built(session, folder);
  const named = namedResources(session.catalog, selecting.args ?? [], selecting.allowAll ?? false);
  const problems = [...files.failures];
  if (selecting.all && (flags.text('selector').trim() !== '' || (selecting.fieldSelector ?? '') !== '')) {
    problems.push(fail("setting 'all' parameter but found a non empty selector. "));
  }
  if (named.kind === 'failure') return together([...problems, named]) ?? named;
  const failed = together(problems);
  if (failed !== undefined) return failed;
  const labels = selecting.all ? '' : selectorOf(flags, named);
  if (folder !== '' || flags.list('filename').length > 0) {
    if (named.types.length > 0) {
      return fail('when paths, URLs, or stdin is provided as input, you may not specify resource arguments as well');
    }
    if (named.tuples.length > 0) return fail('resource/name arguments cannot be provided when a path is specified');
    const selector = parseLabelSelector(selecting.local ? '' : (labels ?? ''), session.catalog);
    if (selector.kind === 'malformed') {
      return fail(`the provided selector ${quote(labels ?? '')} is not valid: ${selector.message}`);
    }
    const visit = () => fromFiles(session, files.files, selector.requirements, selecting);
    return { kind: 'selected', single: files.single, visit };
  }
  const bulk = labels !== undefined || (selecting.fieldSelector ?? '') !== '';
  const refused = bulk ? bulkProblem(named, selecting) : namesProblem(named);
  if (refused !== undefined) return refused;
  const several = fail('you may only specify a single resource type');
  if (selecting.oneType && named.types.length > 1) return several;
  const mapped = mappedResources(session.catalog, named);
  if (mapped.kind === 'failure') return mapped;
  if (selecting.oneType && new Set(mapped.tuples.map(({ version }) => version)).size > 1) return several;
  for (const warning of mapped.warnings) session.err(`Warning: ${warning}\n`);
  if (bulk) {
    const visit = () => required(session, selecting, listed(session, mapped.types, labels ?? '', selecting));
    return { kind: 'selected', single: false, visit };
  }
  const tuples = [
    ...mapped.tuples,
    ...named.names.flatMap((name) => mapped.types.map((version) => ({ version, name }))),
  ];
  if (tuples.some(({ version }) => version.resource.namespaced)) {
    if (selecting.allNamespaces) return fail('a resource cannot be retrieved by name across all namespaces');
    if (selecting.withoutNamespace) return fail('namespace may not be empty when retrieving a resource by name');
  }
  if (tuples.length === 0) return fail('resource(s) were provided, but no name was specified');
  return { kind: 'selected', single: tuples.length === 1, visit: () => byName(session, tuples, selecting) };
}

/** Upstream: builder.go visitBySelector. */
function bulkProblem(named: NamedResources, { subresource = '' }: Selecting): Failure | undefined {
  if (named.names.length > 0) return fail('name cannot be provided when a selector is specified');
  if (named.tuples.length > 0) {
    return fail('selectors and the all flag cannot be used when passing resource/name arguments');
  }
  if (named.types.length === 0) return fail('at least one resource must be specified to use a selector');
  return subresource === '' ? undefined : fail('subresource cannot be used when bulk resources are specified');
}

/** Upstream: builder.go visitByName. */
function namesProblem({ names, types, tuples }: NamedResources): Failure | undefined {
  // A category stands for several types.
  if (names.length > 0 && types.length > 1) return fail('you must specify only one resource');
  return types.length === 0 && tuples.length === 0 ? fail(missingResource) : undefined;
}

/** What the kustomization of a folder comes to, as a file. Upstream: cli-runtime pkg/resource/kustomizevisitor.go. */
function built(session: Session, folder: string): NamedFiles {
  const text = part('kustomize').kustomized(session, folder);
  if (isFailure(text)) return { files: [], failures: [text], single: true };
  return { files: [{ source: folder, text }], failures: [], single: true };
}

function selectorOf(flags: Flags, named: NamedResources): string | undefined {
  const selector = flags.text('selector').trim();
  if (selector !== '') return selector;
  return named.all ? '' : undefined;
}

function* fromFiles(
  session: Session,
  files: ReturnType<typeof namedFiles>['files'],
  selector: readonly Requirement[],
  selecting: Selecting,
): Generator<Info | Failure> {
  for (const { text, source } of files) {
    for (const read of objectsIn(session, text, source, selecting.validated ?? 'Ignore')) {
      if (selecting.withoutLists && read.list !== undefined) {
        const what = 'watch is only supported on individual resources and resource collections';
        yield fail(`${what}, but a list of resources is found`);
      }
      const loaded = isInfo(read) && !selecting.local ? placed(session, selecting, read) : read;
      const found =
        isInfo(loaded) && selecting.latest && !selecting.local ? latest(session, loaded, selecting) : loaded;
      if (!isInfo(found)) yield { ...found, loading: true, ...(read.list === undefined ? {} : { list: read.list }) };
      else if (matchesLabels(selector, mapAt(metadataOf(found.object ?? new Map()), 'labels'))) {
        yield inNamespace(session, selecting, found);
      }
    }
  }
}

/** The namespace that a command works in; that of all namespaces is empty. Upstream: builder.go NamespaceParam, AllNamespaces. */
function namespaceOf(session: Session, { allNamespaces, withoutNamespace, local }: Selecting): string {
  return (allNamespaces && !local) || withoutNamespace ? '' : session.namespace;
}

/** Gives an object its namespace where it names none, and none where its kind has none. Upstream: visitor.go SetNamespace, FilterNamespace. */
function placed(session: Session, selecting: Selecting, info: LoadedInfo): LoadedInfo {
  if (!info.version.resource.namespaced) {
    return { ...info, namespace: '', object: withMetadata(info.object, 'namespace', undefined) };
  }
  const namespace = namespaceOf(session, selecting);
  if (info.namespace !== '' || namespace === '') return info;
  // Nothing is set in what is null.
  if (info.object.get('metadata') === null) return { ...info, namespace };
  return { ...info, namespace, object: withMetadata(info.object, 'namespace', namespace) };
}

/** Fetches an object that a file names, whatever part of it was asked for. Upstream: visitor.go RetrieveLatest. */
function latest(session: Session, info: LoadedInfo, selecting: Selecting): Info | Failure {
  if (info.name === '') return info;
  if (info.version.resource.namespaced && info.namespace === '') {
    return fail(`no namespace set on resource ${resourceText(info.version)} ${quote(info.name)}`);
  }
  return fetched(session, info, { ...selecting, subresource: '' });
}

/**
 * Refuses an object of another namespace than the command names. Without a server, what has a namespace is taken for
 * an object of a namespace. Upstream: visitor.go RequireNamespace, Info.Namespaced.
 */
function inNamespace(session: Session, selecting: Selecting, info: Info): Info | Failure {
  const namespace = namespaceOf(session, selecting);
  const free = selecting.allNamespaces && !selecting.local && !selecting.enforcedEverywhere;
  const namespaced = selecting.local ? info.namespace !== '' : info.version.resource.namespaced;
  if (!session.enforceNamespace || free || !namespaced || info.namespace === namespace) return info;
  return fail(
    `the namespace from the provided object "${info.namespace}" does not match the namespace "${namespace}". ` +
      `You must pass '--namespace=${info.namespace}' to perform this operation.`,
  );
}

function* required(
  session: Session,
  selecting: Selecting,
  infos: Generator<Info | Failure>,
): Generator<Info | Failure> {
  for (const info of infos) yield isInfo(info) ? inNamespace(session, selecting, info) : info;
}

function* byName(
  session: Session,
  tuples: readonly { readonly version: ResourceVersion; readonly name: string }[],
  selecting: Selecting,
): Generator<Info | Failure> {
  for (const { version, name } of tuples) {
    const namespace = version.resource.namespaced ? session.namespace : '';
    const info: Info = { version, namespace, name, source: '', object: undefined };
    yield selecting.unfetched ? info : fetched(session, info, selecting);
  }
}

function fetched(session: Session, info: Info, selecting: Selecting): Info | Failure {
  const query = new Map(selecting.includeObject ? [['includeObject', 'Object']] : []);
  const got = get(session, info, selecting.subresource ?? '', query);
  return got.kind === 'failure' ? got : { ...info, object: got.object };
}

function* listed(
  session: Session,
  versions: readonly ResourceVersion[],
  labels: string,
  selecting: Selecting,
): Generator<Info | Failure> {
  const query = new Map<string, string>();
  if (labels !== '') query.set('labelSelector', labels);
  if ((selecting.fieldSelector ?? '') !== '') query.set('fieldSelector', selecting.fieldSelector ?? '');
  if (selecting.includeObject) query.set('includeObject', 'Object');
  if (selecting.limit !== undefined) query.set('limit', String(selecting.limit));
  for (const version of versions) {
    const namespace = version.resource.namespaced && !selecting.allNamespaces ? session.namespace : '';
    for (let next: string | undefined = ''; next !== undefined; ) {
      const got = list(session, version, namespace, next === '' ? query : new Map([...query, ['continue', next]]));
      if (got.kind === 'failure') {
        yield withSelectors(got, version, labels, selecting.fieldSelector ?? '');
        break;
      }
      if (selecting.whole) yield { version, namespace, name: '', source: '', object: got.object };
      else {
        for (const object of listItems(got.object)) {
          yield refreshed({ version, namespace, name: '', source: '', object }, object);
        }
      }
      next = textAt(metadataOf(got.object), 'continue') || undefined;
    }
  }
}

/** Says in a refusal which list was asked for, and by what. Upstream: k8s.io/cli-runtime pkg/resource/selector.go Visit. */
function withSelectors(failure: Failure, version: ResourceVersion, labels: string, fields: string): Failure {
  const { status, reason, message } = failure;
  if (status === undefined || (reason !== 'BadRequest' && reason !== 'NotFound')) return failure;
  const what = quote(resourceText(version));
  const by = `that match label selector ${quote(labels)}, field selector ${quote(fields)}`;
  const words =
    labels === '' && fields === '' ? `Unable to list ${what}: ${message}` : `Unable to find ${what} ${by}: ${message}`;
  return { ...failure, message: words, status: withEntry(status, 'message', words) };
}

/**
 * Returns the items of a list, before whose fields stand the kind and apiVersion that the list leaves out. Upstream:
 * unstructured/helpers.go decodeToList.
 */
export function listItems(body: ValueMap): readonly ValueMap[] {
  const apiVersion = textAt(body, 'apiVersion');
  const kind = textAt(body, 'kind').replace(/List$/, '');
  const items = (listAt(body, 'items') ?? []).filter(isMap);
  return items.map((item) => new Map<string, Value>([['kind', kind], ['apiVersion', apiVersion], ...item]));
}

/**
 * Calls `visit` with each selected object, and continues after failures. Failures whose reason is `ignore` are left
 * out. Upstream: visitor.go ContinueOnErrorVisitor, result.go Visit.
 */
export function visitEach(
  selected: Selected,
  visit: (info: Info) => Failure | undefined,
  ignore = '',
): Failure | undefined {
  const failures: Failure[] = [];
  for (const info of selected.visit()) {
    const failed = isInfo(info) ? visit(info) : info;
    if (failed !== undefined && !(ignore !== '' && hasReason(failed, ignore))) failures.push(failed);
  }
  return inOrder(failures);
}

/**
 * Joins failures: those of loading objects of files come last, and those of the items of one list are one.
 * Upstream: visitor.go EagerVisitorList, ContinueOnErrorVisitor, FlattenListVisitor.
 */
function inOrder(failures: readonly Failure[]): Failure | undefined {
  const ordered = [...failures.filter(({ loading }) => !loading), ...failures.filter(({ loading }) => loading)];
  const groups: Failure[][] = [];
  for (const failure of ordered) {
    const last = groups.at(-1);
    if (failure.list !== undefined && last?.[0]?.list === failure.list) last.push(failure);
    else groups.push([failure]);
  }
  const joined = groups.flatMap(ofOneList);
  return joined.length === 1 ? joined[0] : together(joined.map(amongOthers));
}

/** The failures of the items of one list as one failure, which is an aggregate even of a single one. */
function ofOneList(failures: readonly Failure[]): readonly Failure[] {
  const [first] = failures;
  if (first?.list === undefined) return failures;
  const message = aggregateText(failures.map((each) => each.message));
  const { list, loading } = first;
  return [{ ...fail(message), parts: failures, list, ...(loading === undefined ? {} : { loading }) }];
}

/**
 * Calls `visit` with each selected object up to the first failure, or to the end of the list that it is in.
 * Upstream: visitor.go without ContinueOnError, FlattenListVisitor.
 */
export function visitUntilFailure(selected: Selected, visit: (info: Info) => Failure | undefined): Failure | undefined {
  const failures: Failure[] = [];
  for (const info of selected.visit()) {
    if (failures.length > 0 && failures[0]?.list !== info.list) break;
    const failed = isInfo(info) ? visit(info) : info;
    if (failed === undefined) continue;
    if (info.list === undefined) return failed;
    failures.push({ ...failed, list: info.list });
  }
  return inOrder(failures);
}

/** Fetches all selected objects, and returns them with the failures. Upstream: result.go Infos. */
export function collect(
  selected: Selected,
  ignore = '',
): { readonly infos: readonly LoadedInfo[]; readonly failed: Failure | undefined } {
  const infos: LoadedInfo[] = [];
  const failures: Failure[] = [];
  for (const info of selected.visit()) {
    if (!isInfo(info)) {
      if (ignore === '' || !hasReason(info, ignore)) failures.push(info);
    } else if (info.object !== undefined) infos.push({ ...info, object: info.object });
  }
  return { infos, failed: inOrder(failures) };
}

/**
 * Calls `visit` with each selected object as `visitEach` does, for a command that uses Go types, which fails for custom
 * resources. Upstream: k8s.io/cli-runtime pkg/resource/builder.go WithScheme.
 */
export function visitTyped(
  session: Session,
  selected: Selected,
  visit: (info: LoadedInfo) => Failure | undefined,
): Failure | undefined {
  return visitEach(selected, (info) => {
    if (info.version.resource.origin === 'custom') return unregistered(session, info);
    return visit({ ...info, object: info.object ?? new Map() });
  });
}

function unregistered({ catalog }: Session, { version }: Info): Failure {
  return fail(notRegistered(catalog, version.apiVersion, version.resource.kind));
}

/**
 * Fetches all selected objects for a command that uses Go types, which fails for custom resources. `local` objects come
 * from files and get the zero fields of their types.
 * Upstream: k8s.io/cli-runtime pkg/resource/builder.go WithScheme.
 */
export function collectTyped(
  session: Session,
  selected: Selected,
  local = false,
): {
  readonly infos: readonly LoadedInfo[];
  readonly failed: Failure | undefined;
} {
  const { infos, failed } = collect(selected);
  const unknown = infos
    .filter(({ version }) => version.resource.origin === 'custom')
    .map((info) => unregistered(session, info));
  const known = infos.filter(({ version }) => version.resource.origin !== 'custom');
  return {
    infos: local ? known.map(asWritten) : known,
    failed: together(failed === undefined ? unknown : [failed, ...unknown]),
  };
}

/** Adds the zero fields that the object's Go type always writes. */
export function asWritten<T extends Pick<LoadedInfo, 'version' | 'object'>>(info: T): T {
  const decoded = info.version.decode(info.object, 'client');
  if (decoded.kind === 'error') return info;
  const object = info.version.encode?.(decoded.object) ?? decoded.object;
  return { ...info, object };
}
