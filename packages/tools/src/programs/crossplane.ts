import type { ObjectPlace } from '@managed-fields/api-server';
import {
  formatJson,
  isMap,
  lastAppliedAnnotation,
  managedFieldsOf,
  mapAt,
  metadataText,
  parseJson,
  stringAt,
  type ValueMap,
  withMetadata,
} from '@managed-fields/merge-engine';
import { upgradeManagedFieldsPatch } from '@managed-fields/merge-engine/csaupgrade';
import { extractInto } from '@managed-fields/merge-engine/managedfields';
import { namesIn, type ObjectEnd, type ToolProgram, type ToolTask, truth } from './program.ts';
import { type Answer, isSame, noKindMatch, type Refusal, ToolSession, tagOf, withTags } from './session.ts';

/** What the provider's program is called, and so the manager of what it writes client-side. */
const userAgent = 'crossplane-kubernetes-provider';

/** How often an Object is reconciled: again after each reconciliation that wrote something. */
const rounds = 3;

/** An Object of the provider: its manifest, and what the last reconciliation left in it. */
interface XpObject {
  /** The name of the Object, which is a part of its manager's. */
  readonly name: string;
  readonly manifest: ValueMap;
  /** Whether it has been reconciled before: the first reconciliation forgets what it has observed. */
  isKnown: boolean;
  /** What it has observed, with managedFields. */
  observed: ValueMap | undefined;
  /** What a dry run came to, which the provider keeps as long as the manifest is the same. */
  desired: ValueMap | undefined;
}

/** What a reconciliation came to. */
type Reconciled =
  | { readonly kind: 'settled' | 'written' }
  | { readonly kind: 'skipped' | 'failed'; readonly message: string };

/** What an Object observed. */
type Observation =
  | { readonly kind: 'missing' }
  | { readonly kind: 'seen'; readonly isUpToDate: boolean; readonly writes: boolean }
  | { readonly kind: 'failed'; readonly message: string };

/**
 * Reconciles an Object of provider-kubernetes for each manifest, one after the other and whatever becomes of the others,
 * until nothing more is written, three times at most. Options: the provider's flags `enable-server-side-apply`,
 * `enable-management-policies`, `legacy-csa-field-managers` and `remove-managed-fields`; the field `managementPolicies` of
 * the Objects; and `object`, their names. Upstream: crossplane-contrib/provider-kubernetes
 * internal/controller/cluster/object/object.go, syncer.go; crossplane-runtime pkg/reconciler/managed/reconciler.go.
 */
export const runCrossplane: ToolProgram = (cluster, task, host, now) => {
  const session = new ToolSession(cluster, host, now, userAgent);
  const provider = new Provider(session, task);
  const names = objectNames(task);
  const ends = task.manifests.map(({ value }, manifest): ObjectEnd => {
    const ended = provider.settle(value, names[manifest] ?? '');
    if (ended.kind === 'failed') return { object: value, manifest, end: 'failed', message: ended.message };
    if (ended.kind === 'skipped') return { object: value, manifest, end: 'skipped', message: ended.message };
    return { object: value, manifest, end: 'applied' };
  });
  const failed = ends.flatMap(({ end, message }) => (end === 'failed' && message !== undefined ? [message] : []));
  const error = failed.length === 0 ? undefined : failed.join('\n');
  return { cluster: session.cluster, requests: session.requests, ends, error };
};

/**
 * The names of the Objects, in the order of the manifests: as the option says, or as the manifest is named, and the kind
 * where another Object has that name.
 */
function objectNames(task: ToolTask): readonly string[] {
  const given = (task.options.get('object') ?? '').split(',');
  const names: string[] = [];
  for (const [index, { value }] of task.manifests.entries()) {
    const own = metadataText(value, 'name');
    const free = names.includes(own) ? `${own}-${(stringAt(value, 'kind') ?? '').toLowerCase()}` : own;
    names.push(given[index] || free);
  }
  return names;
}

class Provider {
  readonly #session: ToolSession;
  readonly #isServerSide: boolean;
  readonly #keepsManagedFields: boolean;
  readonly #legacy: readonly string[];
  readonly #hasPolicies: boolean;
  readonly #policies: readonly string[];

  constructor(session: ToolSession, task: ToolTask) {
    this.#session = session;
    this.#isServerSide = task.options.get('enable-server-side-apply') !== 'false';
    this.#keepsManagedFields = !truth(task, 'remove-managed-fields');
    const legacy = new Set([userAgent, ...namesIn(task, 'legacy-csa-field-managers')]);
    this.#legacy = [...legacy].toSorted();
    this.#hasPolicies = task.options.get('enable-management-policies') !== 'false';
    this.#policies = task.options.has('managementPolicies') ? namesIn(task, 'managementPolicies') : ['*'];
  }

  /** Reconciles an Object until nothing more is written. */
  settle(manifest: ValueMap, name: string): Reconciled {
    const named = metadataText(manifest, 'name') === '' ? withMetadata(manifest, 'name', name) : manifest;
    const problem = this.#policyProblem();
    if (problem !== undefined) return { kind: 'failed', message: problem };
    if (this.#hasPolicies && this.#policies.length === 0) return { kind: 'skipped', message: 'ReconcilePaused' };
    const place = this.#placeOf(named);
    if (typeof place === 'string') return { kind: 'failed', message: `observe failed: cannot get object: ${place}` };
    const object: XpObject = {
      name,
      manifest: named,
      isKnown: this.#isKnown(place, name),
      observed: undefined,
      desired: undefined,
    };
    let last: Reconciled = { kind: 'settled' };
    for (let round = 0; round < rounds; round++) {
      last = this.#reconcile(object, place);
      if (last.kind !== 'written') return last;
    }
    return last;
  }

  /**
   * What is wrong with the policies. Upstream: crossplane-runtime pkg/reconciler/managed/policies.go Validate,
   * defaultSupportedManagementPolicies.
   */
  #policyProblem(): string | undefined {
    const given = new Set(this.#policies);
    const text = `[${[...given].join(' ')}]`;
    if (!this.#hasPolicies) {
      const isDefault = given.size === 0 || (given.size === 1 && given.has('*'));
      return isDefault
        ? undefined
        : `\`spec.managementPolicies\` is set to a non-default value but the feature is not enabled: ${text}`;
    }
    return supportedPolicies.has([...given].toSorted().join(' '))
      ? undefined
      : `\`spec.managementPolicies\` is set to a value(${text}) which is not supported. Check docs for supported policies`;
  }

  #may(action: 'Create' | 'Update'): boolean {
    return !this.#hasPolicies || this.#policies.includes(action) || this.#policies.includes('*');
  }

  /** Where the object is, or what the client says of it. Upstream: controller-runtime pkg/client unstructured_client.go. */
  #placeOf(manifest: ValueMap): ObjectPlace | string {
    const version = this.#session.versionOf(manifest);
    if (version === undefined) return this.#unknownKind(manifest);
    const namespace = version.resource.namespaced ? metadataText(manifest, 'namespace') : '';
    if (version.resource.namespaced && namespace === '') {
      return 'an empty namespace may not be set when a resource name is provided';
    }
    return { version, namespace, name: metadataText(manifest, 'name') };
  }

  /**
   * What a client says of a kind that the server does not have: the provider makes one for each reconciliation, which
   * looks all versions up first. Upstream: controller-runtime pkg/client/apiutil/restmapper.go addKnownGroupAndReload.
   */
  #unknownKind(manifest: ValueMap): string {
    const apiVersion = stringAt(manifest, 'apiVersion') ?? '';
    return this.#session.serves(apiVersion)
      ? noKindMatch(manifest)
      : `unable to retrieve the complete list of server APIs: ${apiVersion}: no matches for ${apiVersion}, Resource=`;
  }

  /** Whether an Object has written the live object before, for all that one can tell of it. */
  #isKnown(place: ObjectPlace, name: string): boolean {
    const live = this.#session.peek(place);
    return managedFieldsOf(live).some((entry) =>
      [managerOf(name), userAgent].includes(stringAt(entry, 'manager') ?? ''),
    );
  }

  /** Upstream: crossplane-runtime pkg/reconciler/managed/reconciler.go Reconcile. */
  #reconcile(object: XpObject, place: ObjectPlace): Reconciled {
    const seen = this.#observe(object, place);
    if (seen.kind === 'failed') return { kind: 'failed', message: `observe failed: ${seen.message}` };
    const onlyObserves = this.#hasPolicies && this.#policies.length === 1 && this.#policies[0] === 'Observe';
    if (seen.kind === 'missing' && onlyObserves) {
      return { kind: 'failed', message: 'observe failed: external resource does not exist' };
    }
    // Adding the finalizer writes the whole Object, whose answer has the status of before.
    if (!object.isKnown) object.observed = undefined;
    object.isKnown = true;
    if (seen.kind === 'missing' && this.#may('Create')) {
      const failed = this.#sync(object, place);
      return failed === undefined
        ? { kind: 'written' }
        : { kind: 'failed', message: `create failed: cannot create object: ${failed}` };
    }
    if (seen.kind === 'seen' && seen.isUpToDate) return { kind: 'settled' };
    // An Object that only observes takes whatever is there for up to date.
    const isLeft = seen.kind === 'seen' && !seen.writes;
    if (isLeft || !this.#may('Update'))
      return { kind: 'skipped', message: `managementPolicies [${this.#policies.join(' ')}]` };
    const failed = this.#sync(object, place);
    return failed === undefined
      ? { kind: 'written' }
      : { kind: 'failed', message: `update failed: cannot apply object: ${failed}` };
  }

  /** Upstream: object.go Observe, handleObservation. */
  #observe(object: XpObject, place: ObjectPlace): Observation {
    const read = this.#session.get(place);
    if (read.kind === 'refusal') {
      return read.reason === 'NotFound'
        ? { kind: 'missing' }
        : { kind: 'failed', message: `cannot get object: ${read.message}` };
    }
    object.observed = read.object;
    const observes = !['Update', 'Create', '*'].some((action) => this.#policies.includes(action));
    const same = this.#isServerSide
      ? this.#isSameServerSide(object, place, read.object)
      : isSameClientSide(object, read.object);
    if (typeof same === 'string') return { kind: 'failed', message: same };
    return { kind: 'seen', isUpToDate: same, writes: !observes };
  }

  /**
   * Whether a dry run leaves what the manager owns as it is; an error as a text. A dry run that shows an entry to be taken
   * over counts as a difference. Upstream: syncer.go SSAResourceSyncer GetObservedState, GetDesiredState.
   */
  #isSameServerSide(object: XpObject, place: ObjectPlace, live: ValueMap): boolean | string {
    const { name, manifest } = object;
    const owned = owns(live, place, name);
    if (typeof owned === 'string') return `cannot get observed state: ${owned}`;
    if (object.desired === undefined) {
      const query = new Map([...applyQuery(name), ['dryRun', 'All'] as const]);
      const tried = this.#session.patch(place, 'apply', manifest, { purpose: 'dry-run', query });
      if (tried.kind === 'refusal') return `cannot get desired state: cannot dry run SSA: ${cleaned(tried)}`;
      if (this.#hasLegacyEntry(tried.object)) return false;
      const wanted = owns(tried.object, place, name);
      if (typeof wanted === 'string') return `cannot get desired state: cannot extract SSA: ${wanted}`;
      object.desired = wanted;
    }
    return isSame(owned, object.desired);
  }

  /** Writes the object; returns the words of a failure. */
  #sync(object: XpObject, place: ObjectPlace): string | undefined {
    return this.#isServerSide ? this.#apply(object, place) : this.#patch(object, place);
  }

  /** Upstream: syncer.go SSAResourceSyncer SyncResource. */
  #apply(object: XpObject, place: ObjectPlace): string | undefined {
    const failed = this.#takeOver(object, place);
    if (failed !== undefined) return `cannot upgrade field managers: ${failed}`;
    const query = applyQuery(object.name);
    const answer = this.#session.patch(place, 'apply', object.manifest, { purpose: 'apply', query });
    if (answer.kind === 'refusal') return `cannot create object: ${cleaned(answer)}`;
    object.observed = answer.object;
    return undefined;
  }

  /** Upstream: syncer.go maybeUpgradeFieldManagers, over what the status of the Object has. */
  #takeOver({ name, observed }: XpObject, place: ObjectPlace): string | undefined {
    if (!this.#keepsManagedFields || observed === undefined || !this.#hasLegacyEntry(observed)) return undefined;
    const upgrade = upgradeManagedFieldsPatch(observed, this.#legacy, managerOf(name));
    if (upgrade.kind === 'error') return `failed to calculate patch for managed fields upgrade: ${upgrade.message}`;
    if (upgrade.patch === undefined) return undefined;
    const answer = this.#session.patch(place, 'json', upgrade.patch, { purpose: 'migrate' });
    return answer.kind === 'refusal' ? `failed to patch managed fields upgrade: ${answer.message}` : undefined;
  }

  /**
   * Whether an object has an entry of client-side apply that is to be taken over: not one of its status, nor one that
   * owns nothing but finalizers. Upstream: syncer.go needSSAFieldManagerUpgrade, isFinalizersOnlyManagedFieldsEntry.
   */
  #hasLegacyEntry(object: ValueMap): boolean {
    return managedFieldsOf(object).some(
      (entry) =>
        stringAt(entry, 'operation') === 'Update' &&
        this.#legacy.includes(stringAt(entry, 'manager') ?? '') &&
        stringAt(entry, 'subresource') !== 'status' &&
        !hasFinalizersAlone(mapAt(entry, 'fieldsV1')),
    );
  }

  /**
   * Creates the object with the annotation, or sends it as a merge patch. Upstream: syncer.go PatchingResourceSyncer
   * SyncResource; crossplane-runtime pkg/resource/api.go APIPatchingApplicator.
   */
  #patch(object: XpObject, place: ObjectPlace): string | undefined {
    const last = formatJson(object.manifest, { sortKeys: true });
    const wanted = withTags(object.manifest, 'annotations', { [lastAppliedAnnotation]: last });
    const failure = (what: string, answer: Refusal) => `cannot apply object: cannot ${what} object: ${cleaned(answer)}`;
    const read = this.#session.get(place);
    let answer: Answer;
    if (read.kind === 'refusal') {
      if (read.reason !== 'NotFound') return failure('get', read);
      answer = this.#session.create(place, wanted, { purpose: 'create' });
      if (answer.kind === 'refusal') return failure('create', answer);
    } else {
      answer = this.#session.patch(place, 'merge', wanted, { purpose: 'patch' });
      if (answer.kind === 'refusal') return failure('patch', answer);
    }
    object.observed = answer.object;
    return undefined;
  }
}

/** The sets of policies that go together. Upstream: policies.go defaultSupportedManagementPolicies. */
const supportedPolicies: ReadonlySet<string> = new Set(
  [
    ...['*', 'Observe', ''],
    ...['Observe Create Update LateInitialize Delete', 'Observe Create Update Delete'],
    ...['Observe Create Update LateInitialize', 'Observe Create Update'],
    ...['Observe Create Delete LateInitialize', 'Observe Create LateInitialize'],
    ...['Observe Create Delete', 'Observe Create', 'Observe Delete'],
    ...['Observe Update', 'Observe LateInitialize', 'Observe Update LateInitialize'],
  ].map((each) => each.split(' ').toSorted().join(' ')),
);

/** The manager of an Object. Upstream: object.go ssaFieldOwner. */
function managerOf(name: string): string {
  return `provider-kubernetes/${name}`;
}

function applyQuery(name: string): ReadonlyMap<string, string> {
  return new Map([
    ['fieldManager', managerOf(name)],
    ['force', 'true'],
  ]);
}

/** What the manager of an Object owns of an object, with what names it; an error as a text. Upstream: extractor Extract. */
function owns(object: ValueMap, { version }: ObjectPlace, name: string): ValueMap | string {
  const extracted = extractInto(object, version.type, managerOf(name));
  if (extracted.kind === 'error') return `failed calling ExtractInto for unstructured: ${extracted.message}`;
  return extracted.configuration ?? new Map();
}

/**
 * Whether the annotation has the manifest, whatever the object has. Upstream: syncer.go PatchingResourceSyncer
 * GetObservedState, GetDesiredState.
 */
function isSameClientSide({ name, manifest }: XpObject, live: ValueMap): boolean | string {
  const text = tagOf(live, 'annotations', lastAppliedAnnotation);
  if (text === undefined) return false;
  const last = parseJson(text);
  if (last.kind === 'error' || !isMap(last.value)) return 'cannot get observed state: cannot unmarshal template';
  const named = metadataText(last.value, 'name') === '' ? withMetadata(last.value, 'name', name) : last.value;
  return isSame(named, manifest);
}

function hasFinalizersAlone(fields: ValueMap | undefined): boolean {
  const metadata = fields?.size === 1 ? mapAt(fields, 'f:metadata') : undefined;
  return metadata?.size === 1 && metadata.has('f:finalizers');
}

/** The words of a refusal without addresses of memory. Upstream: cleanerr.go cleanErrorMessage. */
function cleaned({ message }: Refusal): string {
  return message.replace(/\(0x[0-9a-f]{5,}\)/g, '(..ptr..)');
}
