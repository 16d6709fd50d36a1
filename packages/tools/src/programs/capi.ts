import type { ObjectPlace } from '@managed-fields/api-server';
import {
  isMap,
  listAt,
  managedFieldsOf,
  mapAt,
  metadataText,
  stringAt,
  type Value,
  type ValueMap,
  withMetadata,
} from '@managed-fields/merge-engine';
import {
  cleanedFields,
  filtered,
  type Path,
  patchPaths,
  topologyPaths,
  withAllowed,
  withoutPaths,
} from './capi-paths.ts';
import { namesIn, type ObjectEnd, type ToolProgram, type ToolTask } from './program.ts';
import {
  type Answer,
  groupOf,
  isSame,
  noKindMatch,
  patchOperation,
  type Refusal,
  ToolSession,
  withTags,
} from './session.ts';

/** A controller of Cluster API by its managers. */
interface Controller {
  readonly manager: string;
  /** The manager of labels and annotations of what belongs to a Machine, where they have one of their own. */
  readonly metadata?: string;
  /** Whether it mends managedFields that the server has lost. */
  readonly mends: boolean;
}

/** Upstream: cluster-api core/reconcilers, controlplane/kubeadm/reconcilers: the constants of their managers. */
const controllers: Readonly<Record<string, Controller>> = {
  topology: { manager: 'capi-topology', mends: true },
  machinedeployment: { manager: 'capi-machinedeployment', mends: true },
  machineset: { manager: 'capi-machineset', metadata: 'capi-machineset-metadata', mends: true },
  machinepool: { manager: 'machinepool-controller', mends: false },
  kubeadmcontrolplane: {
    manager: 'capi-kubeadmcontrolplane',
    metadata: 'capi-kubeadmcontrolplane-metadata',
    mends: true,
  },
};

/** What the controllers' programs are called, and so the manager of what they patch. */
const userAgent = 'manager';

/** What tells webhooks that an object is only tried. */
const dryRunAnnotation = 'topology.cluster.x-k8s.io/dry-run';

/** What a conversion webhook keeps of other versions of an object. */
const conversionAnnotation = 'cluster.x-k8s.io/conversion-data';

/**
 * Brings the manifests one after the other as a controller of Cluster API brings the objects that it wants, until the first
 * error. Options: `controller`; `ignorePaths` of the topology controller. Upstream: cluster-api internal/util/ssa,
 * core/reconcilers/topology/cluster/reconcile_state.go reconcileReferencedObject, core/reconcilers/machineset.
 */
export const runCapi: ToolProgram = (cluster, task, host, now) => {
  const session = new ToolSession(cluster, host, now, userAgent);
  const name = task.options.get('controller') || 'topology';
  const controller = controllers[name];
  let error = controller === undefined ? `there is no controller ${JSON.stringify(name)}` : undefined;
  let failed: number | undefined;
  const brought = new Set<number>();
  const run = controller && new CapiRun(session, task, controller, name === 'topology');
  for (const act of ['mend', 'bring'] as const) {
    for (const [manifest, { value }] of task.manifests.entries()) {
      if (run === undefined || error !== undefined) continue;
      error = run[act](value);
      if (error !== undefined) failed = manifest;
      else if (act === 'bring') brought.add(manifest);
    }
  }
  const ends = task.manifests.map(({ value: object }, manifest): ObjectEnd => {
    if (manifest === failed) return { object, manifest, end: 'failed', message: error ?? '' };
    if (!brought.has(manifest)) return { object, manifest, end: 'not-reached' };
    const made = run?.rotated.get(object);
    if (made === undefined) return { object, manifest, end: 'applied' };
    const message = `Rotating ${stringAt(made, 'kind') ?? ''}, new name ${metadataText(made, 'name')}`;
    return { object, manifest, end: 'skipped', message };
  });
  for (const object of run?.rotated.values() ?? []) ends.push({ object, manifest: undefined, end: 'applied' });
  return { cluster: session.cluster, requests: session.requests, ends, error };
};

class CapiRun {
  /** The templates that were made in place of others, by the manifests of those. */
  readonly rotated = new Map<ValueMap, ValueMap>();
  readonly #session: ToolSession;
  readonly #namespace: string;
  readonly #controller: Controller;
  readonly #isTopology: boolean;
  readonly #ignored: readonly Path[];

  constructor(session: ToolSession, task: ToolTask, controller: Controller, isTopology: boolean) {
    this.#session = session;
    this.#namespace = task.namespace;
    this.#controller = controller;
    this.#isTopology = isTopology;
    this.#ignored = namesIn(task, 'ignorePaths').map((path) => path.split('.'));
  }

  /**
   * Gives an object whose managedFields were lost an entry of the controller's, and takes out the one that the server made
   * up. Upstream: internal/util/ssa/managedfieldsmitigation.go MitigateManagedFieldsIssue.
   */
  mend(manifest: ValueMap): string | undefined {
    if (!this.#controller.mends) return undefined;
    const place = this.#placeOf(manifest);
    if (typeof place === 'string') return place;
    const live = this.#session.peek(place);
    const entries = managedFieldsOf(live);
    const kept = entries.filter((entry) => stringAt(entry, 'manager') !== 'before-first-apply');
    if (live === undefined || (entries.length > 0 && kept.length === entries.length)) return undefined;
    const manager = this.#isParted(place) ? (this.#controller.metadata ?? '') : this.#controller.manager;
    const hasOwn = kept.some((entry) => stringAt(entry, 'manager') === manager);
    const mended = hasOwn ? kept : [...kept, this.#seed(manager, live)];
    const patch = [
      patchOperation('replace', '/metadata/managedFields', mended),
      patchOperation('replace', '/metadata/resourceVersion', metadataText(live, 'resourceVersion')),
    ];
    const answer = this.#session.patch(place, 'json', patch, { purpose: 'migrate' });
    if (answer.kind === 'object') return undefined;
    return `failed to mitigate managedFields issue: failed to patch ${named(live)}: ${answer.message}`;
  }

  /** Brings one object to its manifest; returns the words of a failure. */
  bring(manifest: ValueMap): string | undefined {
    const place = this.#placeOf(manifest);
    if (typeof place === 'string') return place;
    const wanted = withMetadata(manifest, 'namespace', place.namespace);
    const live = this.#session.peek(place);
    if (this.#isTopology) return this.#bringByTopology(place, wanted, live, manifest);
    return this.#isParted(place) ? this.#bringInParts(place, wanted, live) : this.#applyWhole(place, wanted, live);
  }

  #placeOf(manifest: ValueMap): ObjectPlace | string {
    const version = this.#session.versionOf(manifest);
    if (version === undefined) return noKindMatch(manifest);
    const namespace = version.resource.namespaced ? metadataText(manifest, 'namespace') || this.#namespace : '';
    return { version, namespace, name: metadataText(manifest, 'name') };
  }

  /** Whether an object is taken for one that belongs to a Machine: its InfraMachine or its BootstrapConfig. */
  #isParted({ version: { resource } }: ObjectPlace): boolean {
    const isMachine = resource.kind === 'Machine' && resource.group === 'cluster.x-k8s.io';
    return this.#controller.metadata !== undefined && !isMachine;
  }

  /** An entry that owns nothing but the name, which its next apply takes away. */
  #seed(manager: string, object: ValueMap): ValueMap {
    return new Map<string, Value>([
      ['manager', manager],
      ['operation', 'Apply'],
      ['apiVersion', stringAt(object, 'apiVersion') ?? ''],
      ['time', this.#session.now],
      ['fieldsType', 'FieldsV1'],
      ['fieldsV1', new Map([['f:metadata', new Map([['f:name', new Map()]])]])],
    ]);
  }

  #apply(place: ObjectPlace, object: ValueMap, manager = this.#controller.manager, isDryRun = false): Answer {
    const query = new Map([
      ['fieldManager', manager],
      ['force', 'true'],
      ...(isDryRun ? [['dryRun', 'All'] as const] : []),
    ]);
    return this.#session.patch(place, 'apply', object, { purpose: isDryRun ? 'dry-run' : 'apply', query });
  }

  /**
   * Applies what is wanted where a dry run of it comes to something else than a dry run of the live object.
   * Upstream: reconcile_state.go reconcileReferencedObject, structuredmerge/serversidepatchhelper.go.
   */
  #bringByTopology(
    place: ObjectPlace,
    manifest: ValueMap,
    live: ValueMap | undefined,
    given: ValueMap,
  ): string | undefined {
    const uid = live && metadataText(live, 'uid');
    const wanted = withMetadata(filtered(manifest, topologyPaths, this.#ignored), 'uid', uid);
    if (live === undefined) {
      const answer = this.#apply(place, wanted);
      return answer.kind === 'object' ? undefined : withoutName(answer, wanted);
    }
    const changes = this.#wouldChange(place, wanted, live);
    if (changes.kind === 'failed') return `failed to create patch helper for ${named(live)}: ${changes.message}`;
    if (changes.kind === 'spec' && isTemplate(live)) return this.#rotate(place, manifest, given);
    const answer = changes.kind === 'none' ? undefined : this.#apply(place, wanted);
    return answer?.kind === 'refusal' ? `failed to patch ${named(live)}: ${answer.message}` : undefined;
  }

  /** Makes a new template in place of one whose spec would change. Upstream: reconcile_state.go reconcileReferencedTemplate. */
  #rotate(place: ObjectPlace, manifest: ValueMap, given: ValueMap): string | undefined {
    const name = `${place.name.replace(/-[bcdfghjklmnpqrstvwxz2456789]{5}$/, '')}-00000`;
    const wanted = filtered(withMetadata(manifest, 'name', name), topologyPaths);
    const answer = this.#apply({ ...place, name }, wanted);
    if (answer.kind === 'refusal') return withoutName(answer, wanted);
    this.rotated.set(given, answer.object);
    return undefined;
  }

  /**
   * What an apply would change of what the controller has a say in, or of what its manager owns. What the manager owned is
   * compared as it was before the dry runs. Upstream: structuredmerge/dryrun.go dryRunSSAPatch.
   */
  #wouldChange(place: ObjectPlace, wanted: ValueMap, live: ValueMap): Changes {
    const trial = { [dryRunAnnotation]: '' };
    const tried = this.#apply(place, withTags(wanted, 'annotations', trial), undefined, true);
    if (tried.kind === 'refusal') return failedTrial('modified', tried);
    const original = filtered(withTags(live, 'annotations', trial), topologyPaths, this.#ignored);
    const same = this.#apply(place, original, undefined, true);
    if (same.kind === 'refusal') return failedTrial('original', same);
    const owned = withMetadata(same.object, 'managedFields', managedFieldsOf(live));
    const [before, after] = [owned, tried.object].map((each) => this.#comparable(each));
    if (isSame(before, after)) return { kind: 'none' };
    return { kind: isSame(before?.get('spec'), after?.get('spec')) ? 'metadata' : 'spec' };
  }

  /** Upstream: structuredmerge/dryrun.go cleanupManagedFieldsAndAnnotation, and the comparison behind it. */
  #comparable(object: ValueMap): ValueMap {
    const annotations = [dryRunAnnotation, conversionAnnotation];
    const cleaned = withoutPaths(
      object,
      annotations.map((each) => ['metadata', 'annotations', each]),
    );
    const own = managedFieldsOf(object)
      .filter((entry) => isApplyOf(entry, this.#controller.manager))
      .map((entry) => cleanedFields(entry, annotations));
    const paths = withAllowed(topologyPaths, ['metadata', 'managedFields']);
    return filtered(withMetadata(cleaned, 'managedFields', own), paths, this.#ignored);
  }

  /** Upstream: internal/util/ssa/patch.go Patch, as the controllers call it. */
  #applyWhole(place: ObjectPlace, manifest: ValueMap, live: ValueMap | undefined): string | undefined {
    const wanted = withMetadata(manifest, 'uid', live && metadataText(live, 'uid'));
    return failureOf(this.#apply(place, filtered(wanted, patchPaths)), place);
  }

  /**
   * Creates an object and gives up its labels and annotations, which another manager then applies; of one that is there
   * nothing but those is sent. Upstream: machineset_controller.go createInfraMachine, syncMachines.
   */
  #bringInParts(place: ObjectPlace, manifest: ValueMap, live: ValueMap | undefined): string | undefined {
    const failed = live === undefined ? this.#createInParts(place, manifest) : this.#migrate(place, live);
    if (failed !== undefined) return failed;
    const there = this.#session.peek(place) ?? new Map();
    const metadata = new Map<string, Value>([
      ['name', place.name],
      ...(place.namespace === '' ? [] : [['namespace', place.namespace] as const]),
      ['uid', metadataText(there, 'uid')],
    ]);
    for (const group of ['labels', 'annotations']) {
      const tags = mapAt(mapAt(manifest, 'metadata'), group);
      if (tags !== undefined) metadata.set(group, tags);
    }
    const named = ['apiVersion', 'kind'].map((key): [string, Value] => [key, stringAt(manifest, key) ?? '']);
    const tags = new Map<string, Value>([...named, ['metadata', metadata]]);
    return failureOf(this.#apply(place, tags, this.#controller.metadata), place);
  }

  /** Upstream: internal/util/ssa/managedfields.go RemoveManagedFieldsForLabelsAndAnnotations. */
  #createInParts(place: ObjectPlace, manifest: ValueMap): string | undefined {
    const answer = this.#apply(place, filtered(manifest, patchPaths));
    if (answer.kind === 'refusal') return failureOf(answer, place);
    const { manager } = this.#controller;
    const entries = managedFieldsOf(answer.object);
    const own = entries.find((entry) => isApplyOf(entry, manager));
    const words = 'failed to remove managedFields for labels and annotations from';
    // An object of which the manager owns nothing at all has no entries, and gets an empty list of them.
    if (own === undefined) return this.#writeEntries(place, answer.object, entries, words);
    const fields = mapAt(own, 'fieldsV1');
    const tags = ['f:annotations', 'f:labels'].filter((each) => mapAt(fields, 'f:metadata')?.has(each) === true);
    if (fields === undefined || tags.length === 0) return undefined;
    const less = withoutPaths(
      fields,
      tags.map((each) => ['f:metadata', each]),
    );
    const changed = entries.map((entry) => (entry === own ? new Map(own).set('fieldsV1', less) : entry));
    return this.#writeEntries(place, answer.object, changed, words);
  }

  /**
   * Takes out what an old release of the controller owned as a whole, and what its program updated. Upstream:
   * internal/util/ssa/managedfields.go MigrateManagedFields.
   */
  #migrate(place: ObjectPlace, live: ValueMap): string | undefined {
    const { manager, metadata = '' } = this.#controller;
    const entries = managedFieldsOf(live);
    const own = entries.find((entry) => isApplyOf(entry, manager));
    const labels = mapAt(mapAt(mapAt(own, 'fieldsV1'), 'f:metadata'), 'f:labels');
    if (labels?.has('f:cluster.x-k8s.io/cluster-name') !== true) return undefined;
    const isUpdate = (entry: ValueMap) =>
      stringAt(entry, 'manager') === userAgent && stringAt(entry, 'operation') === 'Update' && !isOfSubresource(entry);
    const kept = entries.filter((entry) => !isApplyOf(entry, manager) && !isUpdate(entry));
    const words = 'failed to migrate managedFields for';
    return this.#writeEntries(place, live, [...kept, this.#seed(metadata, live)], words);
  }

  /** Writes managedFields by a merge patch that is refused where the object was written since. */
  #writeEntries(place: ObjectPlace, object: ValueMap, entries: readonly ValueMap[], words: string): string | undefined {
    const patch: ValueMap = new Map([
      [
        'metadata',
        new Map<string, Value>([
          ['managedFields', entries],
          ['resourceVersion', metadataText(object, 'resourceVersion')],
        ]),
      ],
    ]);
    const answer = this.#session.patch(place, 'merge', patch, { purpose: 'migrate' });
    return answer.kind === 'object' ? undefined : `${words} ${named(object)}: ${answer.message}`;
  }
}

/** What an apply would change. `metadata`: nothing but that, or what the manager owns. */
type Changes = { readonly kind: 'none' | 'metadata' | 'spec' } | { readonly kind: 'failed'; readonly message: string };

function failedTrial(which: string, { message }: Refusal): Changes {
  return { kind: 'failed', message: `server side apply dry-run failed for ${which} object: ${message}` };
}

function isTemplate(object: ValueMap): boolean {
  return stringAt(object, 'kind')?.endsWith('Template') === true;
}

function failureOf(answer: Answer, { version }: ObjectPlace): string | undefined {
  return answer.kind === 'object' ? undefined : `failed to apply ${version.resource.kind}: ${answer.message}`;
}

/** The words of an object that could not be created, without its name. Upstream: reconcile_state.go createErrorWithoutObjectName. */
function withoutName({ message, status }: Refusal, object: ValueMap): string {
  const details = mapAt(status, 'details');
  if (details === undefined) {
    const [group, kind] = [groupOf(object), stringAt(object, 'kind') ?? ''];
    return message === '' ? '' : `failed to create ${kind}${group === '' ? '' : `.${group}`}`;
  }
  const words = `failed to create ${stringAt(details, 'kind') ?? ''}.${stringAt(details, 'group') ?? ''}`;
  const causes = (listAt(details, 'causes') ?? []).filter(isMap);
  if (causes.length === 0) return words;
  const text = (cause: ValueMap, key: string) => stringAt(cause, key) ?? '';
  return `${words}: ${causes.map((each) => `${text(each, 'reason')}: ${text(each, 'field')}: ${text(each, 'message')}`).join(' ')}`;
}

/** An object in words: `Host prod/worker-1`. */
function named(object: ValueMap): string {
  const namespace = metadataText(object, 'namespace');
  return `${stringAt(object, 'kind') ?? ''} ${namespace === '' ? '' : `${namespace}/`}${metadataText(object, 'name')}`;
}

function isApplyOf(entry: ValueMap, manager: string): boolean {
  return stringAt(entry, 'manager') === manager && stringAt(entry, 'operation') === 'Apply' && !isOfSubresource(entry);
}

function isOfSubresource(entry: ValueMap): boolean {
  return (stringAt(entry, 'subresource') ?? '') !== '';
}
