import { type ObjectPlace, pathOf } from '@managed-fields/api-server';
import {
  isMap,
  listAt,
  managedFieldsOf,
  mapAt,
  metadataText,
  stringAt,
  threeWayMergePatch,
  threeWayStrategicPatch,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { extractInto } from '@managed-fields/merge-engine/managedfields';
import { takeOver } from './flux-managers.ts';
import { type ObjectEnd, type ToolProgram, type ToolTask, truth } from './program.ts';
import { changeOf, hasField, isAnnotated, normalized, pruned, valueAt, withValueAt } from './pulumi-diff.ts';
import { type Answer, type Refusal, ToolSession, tagOf, withTags } from './session.ts';

const ownManager = /^pulumi-kubernetes(?:-[0-9a-f]+)?$/;
const clientSideManager = 'pulumi-kubernetes';
const managedBy = 'app.kubernetes.io/managed-by';

/** The managers that an update takes over. Upstream: pulumi-kubernetes provider/pkg/await/await.go fixCSAFieldManagers. */
const takenOver = [
  { name: 'kubectl', operation: 'Apply' },
  { name: 'kubectl', operation: 'Update' },
  { name: 'before-first-apply', operation: 'Update' },
  { name: 'pulumi-kubernetes', operation: 'Update' },
  { name: 'pulumi-resource-kubernetes', operation: 'Update' },
] as const;

/** What the state has of a resource: its last inputs, and the manager that was chosen for it. */
interface Kept {
  readonly inputs: ValueMap;
  readonly manager: string;
}

/**
 * Previews and then updates all manifests as resources of Pulumi's Kubernetes provider, one after the other, and ends at the
 * first error. The state is what was applied last (`task.previous`), or what the live objects say of Pulumi's manager. Options:
 * `enableServerSideApply`, `enableConfigMapMutable`, `enableSecretMutable`, `enablePatchForce`, `ignoreChanges`,
 * `skip-preview`. Upstream: pulumi-kubernetes provider/pkg/provider/provider.go, provider/pkg/await/await.go.
 */
export const runPulumi: ToolProgram = (cluster, task, host, now) =>
  new PulumiRun(new ToolSession(cluster, host, now, 'pulumi-kubernetes'), task).finish();

class PulumiRun {
  readonly #session: ToolSession;
  readonly #task: ToolTask;
  readonly #isServerSide: boolean;
  readonly #ignored: readonly string[];
  readonly #ends: ObjectEnd[] = [];

  constructor(session: ToolSession, task: ToolTask) {
    this.#session = session;
    this.#task = task;
    this.#isServerSide = task.options.get('enableServerSideApply') !== 'false';
    this.#ignored = (task.options.get('ignoreChanges') ?? '').split(',').filter((each) => each !== '');
  }

  finish(): ReturnType<ToolProgram> {
    // What the state has does not change while Pulumi runs, but by what it does itself.
    const state = new Map(this.#task.manifests.map(({ value }) => [value, this.#kept(value)]));
    let error = truth(this.#task, 'skip-preview') ? undefined : this.#walk(state, true);
    error ??= this.#walk(state, false);
    if (error === undefined) error = this.#removeDropped();
    for (const [manifest, { value }] of this.#task.manifests.entries()) {
      if (!this.#ends.some((each) => each.manifest === manifest)) {
        this.#ends.push({ object: value, manifest, end: 'not-reached' });
      }
    }
    const ends = this.#ends.toSorted((a, b) => (a.manifest ?? Number.MAX_VALUE) - (b.manifest ?? Number.MAX_VALUE));
    return { cluster: this.#session.cluster, requests: this.#session.requests, ends, error };
  }

  #walk(state: ReadonlyMap<ValueMap, Kept | undefined>, isPreview: boolean): string | undefined {
    for (const [manifest, { value }] of this.#task.manifests.entries()) {
      const error = this.#bring(value, state.get(value), isPreview);
      if (error !== undefined) {
        this.#ends.push({ object: value, manifest, end: 'failed', message: error });
        return error;
      }
      if (!isPreview) this.#ends.push({ object: value, manifest, end: 'applied' });
    }
    return undefined;
  }

  #place(object: ValueMap): ObjectPlace | undefined {
    const version = this.#session.versionOf(object);
    if (version === undefined) return undefined;
    const namespace = version.resource.namespaced ? metadataText(object, 'namespace') || this.#task.namespace : '';
    return { version, namespace, name: metadataText(object, 'name') };
  }

  /** What the state has of a resource; undefined where Pulumi does not know it. */
  #kept(manifest: ValueMap): Kept | undefined {
    const place = this.#place(manifest);
    if (place === undefined) return undefined;
    const live = this.#session.peek(place);
    const entries = managedFieldsOf(live);
    const named = tagOf(manifest, 'annotations', 'pulumi.com/patchFieldManager');
    const own = entries.find((each) => {
      const manager = stringAt(each, 'manager') ?? '';
      return ownManager.test(manager) || manager === named;
    });
    const { previous } = this.#task;
    const last = previous?.manifests.find((each) => this.#isAt(each, place));
    if (previous !== undefined && last === undefined) return undefined;
    if (last === undefined && (own === undefined || live === undefined)) return undefined;
    const lastNamed = last && tagOf(last, 'annotations', 'pulumi.com/patchFieldManager');
    const manager = lastNamed ?? stringAt(own, 'manager') ?? this.#newManager(place);
    const isMarked = live !== undefined && tagOf(live, 'labels', managedBy) === 'pulumi';
    const marked = (inputs: ValueMap) => (isMarked ? withTags(inputs, 'labels', { [managedBy]: 'pulumi' }) : inputs);
    if (last !== undefined) return { inputs: marked(this.#withNamespace(last, place)), manager };
    const object = live ?? new Map();
    const extracted = extractInto(object, place.version.type, manager);
    const applied = extracted.kind === 'extracted' ? extracted.configuration : undefined;
    // Of a client-side apply the object does not say what was in the inputs: they are taken to have had the same fields.
    if (applied === undefined) return { inputs: marked(pruned(object, this.#withNamespace(manifest, place))), manager };
    const metadata = new Map(mapAt(applied, 'metadata')).set('name', place.name);
    return { inputs: this.#withNamespace(new Map(applied).set('metadata', metadata), place), manager };
  }

  #withNamespace(object: ValueMap, { namespace }: ObjectPlace): ValueMap {
    return namespace === '' ? object : withValueAt(object, ['metadata', 'namespace'], namespace);
  }

  #isAt(object: ValueMap, place: ObjectPlace): boolean {
    const other = this.#place(object);
    return other !== undefined && pathOf(other) === pathOf(place);
  }

  /** Upstream: pkg/provider/provider.go Check, Diff; what the engine does with the answers. */
  #bring(manifest: ValueMap, old: Kept | undefined, isPreview: boolean): string | undefined {
    const place = this.#place(manifest);
    if (place === undefined) return isPreview ? undefined : noKind(manifest);
    const { version } = place;
    let news = this.#withNamespace(withoutNulls(manifest), place);
    if (old !== undefined) {
      for (const path of this.#ignored) news = withValueAt(news, path.split('.'), valueAt(old.inputs, path.split('.')));
    }
    let inputs = normalized(news, version);
    const isMarked = old === undefined ? !this.#isServerSide : tagOf(old.inputs, 'labels', managedBy) !== undefined;
    if (isMarked) inputs = withTags(inputs, 'labels', { [managedBy]: 'pulumi' });
    if (old === undefined) return this.#create(place, inputs, undefined, isPreview);
    const before = normalized(old.inputs, version);
    const change = changeOf(before, inputs, {
      version,
      ignored: this.#ignored,
      mutableConfigMap: truth(this.#task, 'enableConfigMapMutable'),
      mutableSecret: truth(this.#task, 'enableSecretMutable'),
    });
    if (change === 'none') return undefined;
    if (change === 'update') return this.#update(place, { ...old, inputs: before }, inputs, isPreview);
    // The inputs are checked anew, as those of a new resource.
    const fresh = normalized(this.#withNamespace(withoutNulls(manifest), place), version);
    if (!isPreview) {
      const error = this.#remove(place, old.inputs, 'recreate');
      if (error !== undefined) return error;
    }
    const made = this.#isServerSide ? fresh : withTags(fresh, 'labels', { [managedBy]: 'pulumi' });
    return this.#create(place, made, undefined, isPreview);
  }

  #managerOf(place: ObjectPlace, inputs: ValueMap, kept: string | undefined): string {
    if (!this.#isServerSide) return clientSideManager;
    return tagOf(inputs, 'annotations', 'pulumi.com/patchFieldManager') ?? kept ?? this.#newManager(place);
  }

  /** What a new resource's manager is called: Pulumi makes up the digits, so that nobody else is called so. */
  #newManager(place: ObjectPlace): string {
    const taken = new Set(managedFieldsOf(this.#session.peek(place)).map((each) => stringAt(each, 'manager')));
    const name = (number: number) => `pulumi-kubernetes-${number.toString(16).padStart(8, '0')}`;
    let number = 0;
    while (taken.has(name(number))) number++;
    return name(number);
  }

  /** Upstream: pkg/await/await.go Creation. */
  #create(place: ObjectPlace, inputs: ValueMap, kept: string | undefined, isPreview: boolean): string | undefined {
    const manager = this.#managerOf(place, inputs, kept);
    if (!this.#isServerSide) {
      if (isPreview) return undefined;
      const query = new Map([['fieldManager', manager]]);
      const answer = this.#session.create(place, inputs, { purpose: 'create', query });
      return answer.kind === 'refusal' ? notCreated(place, answer.message) : undefined;
    }
    const query = new Map([
      ['fieldManager', manager],
      ['fieldValidation', 'Warn'],
      ['force', String(this.#isForced(inputs, undefined, isPreview))],
      ...(isPreview ? [['dryRun', 'All'] as const] : []),
    ]);
    const writing = { purpose: isPreview ? ('dry-run' as const) : ('apply' as const), query };
    let answer = this.#session.patch(place, 'apply', inputs, writing);
    if (isPreview && answer.kind === 'refusal' && isOfFixedField(answer)) {
      // What will be made anew is tried under a name that nobody has; its end is made up.
      const name = `${place.name}00000`;
      answer = this.#session.patch(
        { ...place, name },
        'apply',
        withValueAt(inputs, ['metadata', 'name'], name),
        writing,
      );
    }
    return answer.kind === 'refusal' ? notCreated(place, applyError(answer, manager)) : undefined;
  }

  /** Upstream: pkg/await/await.go patchForce. */
  #isForced(inputs: ValueMap, live: ValueMap | undefined, isPreview: boolean): boolean {
    if (isAnnotated(inputs, 'pulumi.com/patchForce')) return true;
    const told = this.#task.options.get('enablePatchForce');
    if (told !== undefined) return told === 'true';
    const entries = managedFieldsOf(live);
    if (isPreview && live === undefined) return true;
    if (isPreview && entries.some(isOfClientSide)) return true;
    return live !== undefined && entries.length === 0;
  }

  /** Upstream: pkg/await/await.go Update, ssaUpdate, csaUpdate; pkg/provider/provider.go Update. */
  #update(place: ObjectPlace, old: Kept, inputs: ValueMap, isPreview: boolean): string | undefined {
    const read = this.#session.get(place);
    if (read.kind === 'refusal') {
      this.#session.get(place);
      return `update of resource ${JSON.stringify(urnOf(place))} failed: ${read.message}\nunable to get cluster state: ${read.message}`;
    }
    const manager = this.#managerOf(place, inputs, old.manager);
    const sent = this.#send(place, old, inputs, read.object, manager, isPreview);
    if (sent.kind === 'refusal') {
      this.#session.get(place);
      const name = place.namespace === '' ? place.name : `${place.namespace}/${place.name}`;
      return `the Kubernetes API server reported that ${JSON.stringify(name)} failed to fully initialize or become live: ${applyError(sent, manager)}`;
    }
    if (!this.#isServerSide || isPreview || old.manager === manager) return undefined;
    const bare: ValueMap = new Map<string, Value>([
      ['apiVersion', place.version.apiVersion],
      ['kind', place.version.resource.kind],
      [
        'metadata',
        new Map([['name', place.name], ...(place.namespace === '' ? [] : [['namespace', place.namespace] as const])]),
      ],
    ]);
    const given = this.#session.patch(place, 'apply', bare, {
      purpose: 'migrate',
      query: new Map([['fieldManager', old.manager]]),
    });
    return given.kind === 'refusal' ? given.message : undefined;
  }

  #send(place: ObjectPlace, old: Kept, inputs: ValueMap, live: ValueMap, manager: string, isPreview: boolean): Answer {
    const dryRun = isPreview ? [['dryRun', 'All'] as const] : [];
    const query = new Map([['fieldManager', manager], ...dryRun]);
    const purpose = isPreview ? 'dry-run' : undefined;
    if (place.version.resource.kind === 'CustomResourceDefinition') {
      const resourceVersion = metadataText(live, 'resourceVersion');
      const whole = withValueAt(inputs, ['metadata', 'resourceVersion'], resourceVersion);
      return this.#session.replace(place, whole, { purpose: purpose ?? 'replace', query });
    }
    if (!this.#isServerSide) {
      const { type, patch } = threeWay(place, old.inputs, this.#withLive(inputs, live), live);
      return this.#session.patch(place, type, patch, { purpose: purpose ?? 'patch', query });
    }
    let current = live;
    if (!isPreview && (listAt(mapAt(live, 'metadata'), 'managedFields') ?? []).length > 0) {
      const operation = takeOver(live, takenOver, manager);
      const patch = operation === undefined ? null : [operation];
      const fixed = this.#session.patch(place, 'json', patch, { purpose: 'migrate' });
      if (fixed.kind === 'refusal') return fixed;
      current = fixed.object;
    }
    const force = String(this.#isForced(inputs, current, isPreview));
    return this.#session.patch(place, 'apply', this.#withoutTheirs(inputs, current, manager), {
      purpose: purpose ?? 'apply',
      query: new Map([...query, ['force', force]]),
    });
  }

  /** Upstream: pkg/await/await.go handleCSAIgnoreFields. */
  #withLive(inputs: ValueMap, live: ValueMap): ValueMap {
    return this.#ignored.reduce((object, each) => {
      const there = valueAt(live, each.split('.'));
      return there === undefined ? object : withValueAt(object, each.split('.'), there);
    }, inputs);
  }

  /** Upstream: pkg/await/await.go handleSSAIgnoreFields. */
  #withoutTheirs(inputs: ValueMap, live: ValueMap, manager: string): ValueMap {
    const entries = managedFieldsOf(live);
    return this.#ignored.reduce((object, each) => {
      const path = each.split('.');
      const owns = (entry: ValueMap) => hasField(mapAt(entry, 'fieldsV1'), path);
      const isOurs = entries.some((entry) => stringAt(entry, 'manager') === manager && owns(entry));
      const isTheirs = entries.some((entry) => stringAt(entry, 'manager') !== manager && owns(entry));
      if (isTheirs && !isOurs) return withValueAt(object, path, undefined);
      const there = valueAt(live, path);
      return there === undefined ? object : withValueAt(object, path, there);
    }, inputs);
  }

  /** Deletes what was applied last and is not in the manifests any more, the last one first. */
  #removeDropped(): string | undefined {
    for (const object of (this.#task.previous?.manifests ?? []).toReversed()) {
      const place = this.#place(object);
      if (place === undefined || this.#task.manifests.some(({ value }) => this.#isAt(value, place))) continue;
      const isThere = this.#session.peek(place) !== undefined;
      const error = this.#remove(place, object, 'prune');
      const end = error === undefined ? ({ end: 'pruned' } as const) : ({ end: 'failed', message: error } as const);
      if (isThere) this.#ends.push({ object, manifest: undefined, ...end });
      if (error !== undefined) return error;
    }
    return undefined;
  }

  /** Deletes an object; what depends on it is taken to be gone at once. Upstream: pkg/await/await.go Deletion. */
  #remove(place: ObjectPlace, inputs: ValueMap, purpose: 'prune' | 'recreate'): string | undefined {
    const told = tagOf(inputs, 'annotations', 'pulumi.com/deletionPropagationPolicy')?.toLowerCase();
    const propagation = told === 'orphan' ? 'Orphan' : told === 'background' ? 'Background' : 'Foreground';
    const deleted = this.#session.remove(place, propagation, purpose);
    if (deleted.kind === 'refusal') return deleted.reason === 'NotFound' ? undefined : deleted.message;
    // Of some kinds Pulumi does not wait until the object is gone, where it is told not to wait.
    const waits = !isAnnotated(inputs, 'pulumi.com/skipAwait') || !unawaited.has(place.version.resource.kind);
    if (waits) this.#session.collect(place);
    return undefined;
  }
}

/** Upstream: pkg/metadata/overrides.go allowsSkipAwaitWithDelete. */
const unawaited = new Set([
  ...['Namespace', 'Pod', 'ReplicationController', 'DaemonSet', 'Deployment', 'StatefulSet', 'Job'],
]);

function isOfFixedField({ reason, message }: Refusal): boolean {
  return reason === 'Invalid' && message.includes('field is immutable');
}

function isOfClientSide(entry: ValueMap): boolean {
  const manager = stringAt(entry, 'manager') ?? '';
  return (
    stringAt(entry, 'operation') === 'Update' &&
    ['pulumi-resource-kubernetes', 'pulumi-kubernetes', 'pulumi-kubernetes.exe'].includes(manager)
  );
}

/** Upstream: pkg/openapi/openapi.go PatchForResourceUpdate. */
function threeWay(
  { version }: ObjectPlace,
  original: ValueMap,
  modified: ValueMap,
  current: ValueMap,
): { readonly type: 'strategic' | 'merge'; readonly patch: ValueMap } {
  const three = { original, modified, current };
  if (version.patchType !== undefined) {
    const made = threeWayStrategicPatch(three, version.patchType, true);
    if (made.kind === 'patch') return { type: 'strategic', patch: made.patch };
  }
  const made = threeWayMergePatch(three);
  return { type: 'merge', patch: made.kind === 'patch' ? made.patch : new Map() };
}

function withoutNulls(value: ValueMap): ValueMap {
  return new Map(
    [...value].flatMap(([key, each]): [string, Value][] =>
      each === null ? [] : [[key, isMap(each) ? withoutNulls(each) : each]],
    ),
  );
}

/** An address for a resource whose real one stands in a stack that is not here. */
function urnOf({ version, name }: ObjectPlace): string {
  const { apiVersion } = version;
  return `urn:pulumi:prod::shop::kubernetes:${apiVersion.includes('/') ? apiVersion : `core/${apiVersion}`}:${version.resource.kind}::${name}`;
}

/** Says that an object was not created. Upstream: pkg/provider/provider.go Create. */
function notCreated(place: ObjectPlace, message: string): string {
  return `resource ${JSON.stringify(urnOf(place))} was not successfully created by the Kubernetes API server: ${message}`;
}

/** Says that the server does not have a kind. Upstream: pkg/provider/provider.go Create. */
function noKind(manifest: ValueMap): string {
  const [apiVersion, kind] = [stringAt(manifest, 'apiVersion') ?? '', stringAt(manifest, 'kind') ?? ''];
  const urn = `urn:pulumi:prod::shop::kubernetes:${apiVersion}:${kind}::${metadataText(manifest, 'name')}`;
  return `creation of resource ${JSON.stringify(urn)} with kind ${apiVersion}/${kind} failed because the Kubernetes API server reported that the apiVersion for this resource does not exist. Verify that any required CRDs have been created: no matches for kind ${JSON.stringify(kind)} in version ${JSON.stringify(apiVersion)}`;
}

/** What is said of a refused apply. Upstream: pkg/await/await.go handleSSAErr. */
function applyError({ reason, message }: Refusal, manager: string): string {
  if (reason !== 'Conflict') return message;
  const link =
    'https://www.pulumi.com/registry/packages/kubernetes/how-to-guides/managing-resources-with-server-side-apply/#handle-field-conflicts-on-existing-resources';
  return `Server-Side Apply field conflict detected. See ${link} for troubleshooting help.\nThe resource managed by field manager ${JSON.stringify(manager)} had an apply conflict: ${message}`;
}
