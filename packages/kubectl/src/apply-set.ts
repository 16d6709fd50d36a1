import type { ResourceVersion } from '@managed-fields/api-server';
import {
  base64url,
  compareStrings,
  metadataText,
  stringAt,
  utf8,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import type { Applying } from './apply-client.ts';
import { hasChange } from './changes.ts';
import { get, list, patch } from './client.ts';
import { type Failure, fail, hasReason, together } from './failure.ts';
import type { LoadedInfo } from './info.ts';
import { annotationsOf, labelsOf, withTexts } from './last-applied.ts';
import { kindText, mappingForArgument, mappingForKind, qualifiedResource, resourceText } from './mapping.ts';
import { partsOf } from './parts-of.ts';
import type { DryRun } from './print.ts';
import type { Printer } from './printing/printer.ts';
import { deletePruned } from './prune.ts';
import { listItems } from './selection.ts';
import type { Session } from './session.ts';
import { sha256 } from './sha256.ts';

const toolingAnnotation = 'applyset.kubernetes.io/tooling';
const namespacesAnnotation = 'applyset.kubernetes.io/additional-namespaces';
const kindsAnnotation = 'applyset.kubernetes.io/contains-group-kinds';
/** Lists the resources of a set. Older versions of kubectl wrote it in place of the kinds. */
const resourcesAnnotation = 'applyset.kubernetes.io/contains-group-resources';
/** Marks a CustomResourceDefinition whose objects may be parents of sets. */
const parentTypeLabel = 'applyset.kubernetes.io/is-parent-type';
const parentLabel = 'applyset.kubernetes.io/id';
const memberLabel = 'applyset.kubernetes.io/part-of';
const manager = 'kubectl-applyset';

/**
 * Objects that are applied and pruned together. Their kinds and namespaces are kept in annotations of a parent object.
 * Upstream: k8s.io/kubectl pkg/cmd/apply/applyset.go.
 */
export interface ApplySet {
  readonly kind: 'apply-set';
  readonly version: ResourceVersion;
  readonly name: string;
  readonly namespace: string;
  /** The id in the labels of the parent and of the members. */
  readonly id: string;
  /** The members that the parent listed before this command; filled by `beforeApply`. */
  readonly current: Members;
  readonly updated: Members;
}

/** The kinds of the members, such as `Deployment.apps`, and their namespaces. */
interface Members {
  readonly kinds: Set<string>;
  readonly namespaces: Set<string>;
}

/**
 * Reads the value of `--applyset`, which has the form `[RESOURCE][.GROUP]/NAME`. Upstream: applyset.go
 * ParseApplySetParentRef.
 */
export function openApplySet(session: Session, reference: string): ApplySet | Failure {
  const at = reference.indexOf('/');
  const [type, name] = at < 0 ? ['secrets', reference] : [reference.slice(0, at), reference.slice(at + 1)];
  const invalid = (failure: Failure) => fail(`invalid parent reference "${reference}": ${failure.message}`);
  if (name === '') return invalid(fail('name cannot be blank'));
  const mapped = mappingForArgument(session.catalog, type);
  if (mapped.kind === 'failure') {
    return { ...invalid(fail(noResourceMatch(type))), unknownResource: type };
  }
  const { version } = mapped;
  const namespace = version.resource.namespaced && session.enforceNamespace ? session.namespace : '';
  const { kind, group } = version.resource;
  const hash = base64url(sha256(utf8([name, namespace, kind, group].join('.'))));
  const nobody = (): Members => ({ kinds: new Set(), namespaces: new Set() });
  return {
    kind: 'apply-set',
    version,
    name,
    namespace,
    id: `applyset-${hash}-v1`,
    current: nobody(),
    updated: nobody(),
  };
}

/**
 * The error for an argument, such as `foos.example.com`, that names no resource.
 * Upstream: apimachinery pkg/api/meta/errors.go NoResourceMatchError.
 */
function noResourceMatch(argument: string): string {
  const [name, ...group] = partsOf(argument, '.');
  return `${name === '' ? 'a resource must be present, got:' : 'no matches for'} ${group.join('.')}/, Resource=${name}`;
}

/** Returns why an object cannot be the parent of a set. Upstream: applyset.go Validate. */
export function applySetFailure(session: Session, { version, namespace }: ApplySet): Failure | undefined {
  const failures: Failure[] = [];
  if (version.resource.namespaced && namespace === '') {
    failures.push(fail('namespace is required to use namespace-scoped ApplySet'));
  }
  if (!isBuiltinParent(version) && !isCustomParent(session, version)) {
    failures.push(fail(`resource "${resourceText(version)}" is not permitted as an ApplySet parent`));
  }
  return together(failures);
}

function isBuiltinParent({ resource }: ResourceVersion): boolean {
  return resource.group === '' && (resource.plural === 'secrets' || resource.plural === 'configmaps');
}

/**
 * Whether the resource's CustomResourceDefinition lets its objects be parents. Upstream: applyset.go
 * getAllowedCustomResourceParents.
 */
function isCustomParent(session: Session, version: ResourceVersion): boolean {
  const definitions = session.catalog.find('apiextensions.k8s.io', 'v1', 'customresourcedefinitions');
  if (definitions === undefined) return false;
  const listed = list(session, definitions, '', new Map([['labelSelector', parentTypeLabel]]));
  return (
    listed.kind === 'object' &&
    listItems(listed.object).some((each) => metadataText(each, 'name') === qualifiedResource(version))
  );
}

/** Adds the member label to the objects that are applied. Upstream: applyset.go AddLabels. */
export function labelMembers({ id }: ApplySet, infos: readonly LoadedInfo[]): readonly LoadedInfo[] | Failure {
  const labelled: LoadedInfo[] = [];
  for (const info of infos) {
    const labels = labelsOf(info.object);
    if (labels?.has(memberLabel)) return fail(`ApplySet label "${memberLabel}" already set in input data`);
    labelled.push({ ...info, object: withTexts(info.object, 'labels', new Map(labels).set(memberLabel, id)) });
  }
  return labelled;
}

/**
 * Reads the parent, and adds the kinds and namespaces of the objects that are about to be applied. Upstream:
 * applyset.go BeforeApply.
 */
export function beforeApply(
  session: Session,
  set: ApplySet,
  infos: readonly LoadedInfo[],
  dryRun: DryRun,
  validation: string,
): Failure | undefined {
  const refused = readParent(session, set);
  if (refused !== undefined) return refused;
  for (const { version, namespace } of infos) {
    set.updated.kinds.add(kindName(version));
    if (version.resource.namespaced && namespace !== '') set.updated.namespaces.add(namespace);
  }
  const kinds = new Set([...set.current.kinds, ...set.updated.kinds]);
  const namespaces = new Set([...set.current.namespaces, ...set.updated.namespaces]);
  return writeParent(session, set, { kinds, namespaces }, dryRun, validation);
}

function kindName({ resource }: ResourceVersion): string {
  return resource.group === '' ? resource.kind : `${resource.kind}.${resource.group}`;
}

function readParent(session: Session, set: ApplySet): Failure | undefined {
  const { version, name, namespace } = set;
  const parent = `"${version.resource.plural}.${version.resource.group}/${name}"`;
  const got = get(session, { version, namespace, name });
  if (got.kind === 'failure') {
    if (!hasReason(got, 'NotFound')) {
      return fail(`failed to fetch ApplySet parent object ${parent}: ${got.message}`);
    }
    return isBuiltinParent(version)
      ? undefined
      : fail('custom resource ApplySet parents cannot be created automatically');
  }
  const annotations = annotationsOf(got.object);
  const tool = stringAt(annotations, toolingAnnotation);
  if (tool === undefined) {
    return fail(
      `ApplySet parent object ${parent} already exists and is missing required annotation "${toolingAnnotation}"`,
    );
  }
  const tools = tool.split('/');
  const by = tools.length > 1 ? tools.slice(0, -1).join('/') : tool;
  if (by !== 'kubectl') {
    return fail(
      `ApplySet parent object ${parent} already exists and is managed by tooling "${by}" instead of "kubectl"`,
    );
  }
  const id = stringAt(labelsOf(got.object), parentLabel);
  if (id === undefined) {
    return fail(`ApplySet parent object ${parent} exists and does not have required label ${parentLabel}`);
  }
  if (id !== set.id) {
    return fail(
      `ApplySet parent object ${parent} exists and has incorrect value for label "${parentLabel}" (got: ${id}, want: ${set.id})`,
    );
  }
  return readMembers(session, set, parent, annotations ?? new Map());
}

function readMembers(session: Session, set: ApplySet, parent: string, annotations: ValueMap): Failure | undefined {
  const unread = (why: string) => fail(`parsing ApplySet annotation on ${parent}: ${why}`);
  const kinds = stringAt(annotations, kindsAnnotation);
  const resources = commaSeparated(stringAt(annotations, resourcesAnnotation));
  if (kinds === undefined && resources.length === 0) {
    return unread(`kubectl requires the "${kindsAnnotation}" annotation to be set on all ApplySet parent objects`);
  }
  for (const kind of commaSeparated(kinds)) {
    if (versionOfKind(session, kind) === undefined) {
      return unread(
        `could not find mapping for kind in "${kindsAnnotation}" annotation: no matches for kind "${kind.split('.')[0]}" in group "${kind.split('.').slice(1).join('.')}"`,
      );
    }
    set.current.kinds.add(kind);
  }
  for (const resource of kinds === undefined ? resources : []) {
    const mapped = mappingForArgument(session.catalog, resource);
    if (mapped.kind === 'failure') {
      return unread(`invalid group resource in "${resourcesAnnotation}" annotation: ${noResourceMatch(resource)}`);
    }
    set.current.kinds.add(kindName(mapped.version));
  }
  const namespaces = stringAt(annotations, namespacesAnnotation);
  for (const namespace of commaSeparated(namespaces)) set.current.namespaces.add(namespace);
  if (set.version.resource.namespaced) set.current.namespaces.add(set.namespace);
  return undefined;
}

/** The items of a list with commas; none where the text is empty or absent. */
function commaSeparated(text = ''): readonly string[] {
  return text === '' ? [] : text.split(',');
}

function versionOfKind(session: Session, kind: string): ResourceVersion | undefined {
  const [name, ...group] = partsOf(kind, '.');
  return mappingForKind(session.catalog, group.join('.'), name);
}

function writeParent(
  session: Session,
  set: ApplySet,
  members: Members,
  dryRun: DryRun,
  validation: string,
): Failure | undefined {
  if (dryRun === 'client') return undefined;
  const body = parentBody(set, members, session.host.release);
  const options = { fieldManager: manager, fieldValidation: validation, dryRun: dryRun === 'server' };
  let written = patch(session, set, 'apply', body, { ...options, force: false });
  if (written.kind === 'failure' && hasReason(written, 'Conflict')) {
    session.err(
      `W applyset.go] WARNING: failed to update ApplySet: ${written.message}\nApplySet field manager ${manager} should own these fields. Retrying with conflicts forced.\n`,
    );
    written = patch(session, set, 'apply', body, { ...options, force: true });
  }
  return written.kind === 'failure' ? fail(`failed to update ApplySet: ${written.message}`) : undefined;
}

/** Upstream: applyset.go buildParentPatch. */
function parentBody(
  { version, name, namespace, id }: ApplySet,
  { kinds, namespaces }: Members,
  release: string,
): ValueMap {
  const others = [...namespaces].filter((each) => each !== namespace).sort(compareStrings);
  const metadata = new Map<string, Value>([['name', name]]);
  if (namespace !== '') metadata.set('namespace', namespace);
  if (!hasChange('unknownTimeLeftOut', release)) metadata.set('creationTimestamp', null);
  metadata.set('labels', new Map([[parentLabel, id]]));
  metadata.set(
    'annotations',
    new Map([
      [namespacesAnnotation, others.join(',')],
      [kindsAnnotation, [...kinds].sort(compareStrings).join(',')],
      [toolingAnnotation, `kubectl/${release}`],
    ]),
  );
  return new Map<string, Value>([
    ['kind', version.resource.kind],
    ['apiVersion', version.apiVersion],
    ['metadata', metadata],
  ]);
}

/**
 * Deletes the members that were not applied, and removes their kinds and namespaces from the parent.
 * Upstream: applyset.go Prune, applyset_pruner.go.
 */
export function pruneApplySet(
  applying: Applying,
  set: ApplySet,
  printer: Printer,
  visitedUids: ReadonlySet<string>,
  validation: string,
): Failure | undefined {
  const { session } = applying;
  const query = new Map([['labelSelector', `${memberLabel}=${set.id}`]]);
  const leaving: { version: ResourceVersion; namespace: string; object: ValueMap }[] = [];
  for (const kind of [...set.current.kinds].sort(compareStrings)) {
    const version = versionOfKind(session, kind);
    if (version === undefined) continue;
    const namespaces = version.resource.namespaced ? [...set.current.namespaces].sort(compareStrings) : [''];
    for (const namespace of namespaces) {
      const listed = list(session, version, namespace, query);
      if (listed.kind === 'failure') {
        return fail(`listing ${kindText(version)} objects for pruning: ${listed.message}`);
      }
      const gone = listItems(listed.object).filter((object) => !visitedUids.has(metadataText(object, 'uid')));
      leaving.push(...gone.map((object) => ({ version, namespace, object })));
    }
  }
  for (const { version, namespace, object } of leaving) {
    const name = metadataText(object, 'name');
    const failed = deletePruned(applying, version, namespace, name);
    const shown = `${kindName(version)} ${namespace === '' ? '' : `${namespace}/`}${name}`;
    if (failed !== undefined) return fail(`pruning ${shown}: ${failed.message}`);
    const unprinted = printer.print(object, 'pruned');
    if (unprinted !== undefined) return unprinted;
  }
  const failed = writeParent(session, set, set.updated, applying.dryRun, validation);
  return failed && fail(`apply and prune succeeded, but ApplySet update failed: ${failed.message}`);
}
