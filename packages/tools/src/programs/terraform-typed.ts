import type { ObjectPlace } from '@managed-fields/api-server';
import {
  isMap,
  managedFieldsOf,
  metadataText,
  stringAt,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import type { ToolTask } from './program.ts';
import { truth } from './program.ts';
import type { Refusal, ToolSession } from './session.ts';
import { configurationOf } from './terraform-configuration.ts';
import { differenceOf, fallbackOf, listOf, mapOfValue } from './terraform-difference.ts';
import { addressIn } from './terraform-errors.ts';
import { ignoredPaths, withIgnored } from './terraform-ignored.ts';
import { mapOperations, type TypedKind, typedKinds } from './terraform-kinds.ts';
import { objectOf, plainSecret, readSecret } from './terraform-object.ts';
import { type Block, schemaOf } from './terraform-schema.ts';
import { flattened, unreadQuantity } from './terraform-struct.ts';
import type { TfError } from './terraform-value.ts';
import { structOf } from './typed-object.ts';

/** The manager of what the typed resources write: the first word of the provider's user agent. */
export const typedManager = 'HashiCorp';

/** A resource as it was planned: what is left to do, or why that is not known. */
export type PlannedResource =
  | { readonly kind: 'ready'; readonly apply: () => readonly TfError[] }
  | { readonly kind: 'errors'; readonly errors: readonly TfError[] };

/** Resources of a kind of their own, in whatever way they write. */
export interface OwnResources {
  /** Plans the resource of a manifest; undefined where its kind has none. */
  plan(manifest: ValueMap): PlannedResource | undefined;
  /**
   * Reads what the last run had and this one has not, and returns how it is removed; undefined where its kind has none, and
   * nothing to do where it is gone.
   */
  drop(manifest: ValueMap): (() => readonly TfError[]) | 'gone' | undefined;
}

/**
 * Resources as kubernetes_deployment_v1: an object is created by a POST and updated by a JSON patch, in which a spec is one
 * value, made of what the resource knows; before each plan the state is read anew. What a manifest says that the schema does
 * not have is an error. The provider's own checks of values, and waiting, are not here. Upstream: terraform-provider-kubernetes
 * kubernetes/resource_kubernetes_deployment_v1.go and the like.
 */
export class TypedResources implements OwnResources {
  readonly #session: ToolSession;
  readonly #task: ToolTask;

  constructor(session: ToolSession, task: ToolTask) {
    this.#session = session;
    this.#task = task;
  }

  plan(manifest: ValueMap): PlannedResource | undefined {
    const resource = this.#resourceOf(manifest);
    if (resource === undefined) return undefined;
    const { kind, block, place } = resource;
    const configured = configurationOf(configuredPart(kind, manifest), block);
    if (configured.errors.length > 0) return { kind: 'errors', errors: configured.errors };
    const { values } = configured;
    const last = this.#lastOf(manifest, resource);
    const isImported = last === undefined && truth(this.#task, 'import');
    if (last === undefined && !isImported) return { kind: 'ready', apply: () => this.#create(resource, values) };
    // The import of a ServiceAccount looks for its token by itself.
    const found =
      isImported && kind.resource === 'kubernetes_service_account_v1' ? this.#session.get(place) : undefined;
    if (found?.kind === 'refusal') {
      const name = `"${place.namespace}/${place.name}"`;
      return failed(`Unable to fetch service account ${name} from Kubernetes: ${found.message}`);
    }
    const read = this.#read(place);
    if (read.kind === 'refusal') return failed(read.message);
    if (read.kind === 'gone') {
      if (isImported) return { kind: 'errors', errors: [missingImport(kind.resource, place)] };
      return { kind: 'ready', apply: () => this.#create(resource, values) };
    }
    const before = last === undefined ? undefined : configurationOf(configuredPart(kind, last), block).values;
    const was = stateOf(resource, read.object, before);
    const ignored = ignoredPaths(this.#task.options.get('ignore_changes'));
    const { planned, isChanged, isReplaced } = differenceOf(withIgnored(values, was, ignored, block), was, block);
    if (!isChanged) return { kind: 'ready', apply: () => [] };
    if (isReplaced || kind.isRemade?.(was, planned) === true)
      return { kind: 'ready', apply: () => this.#replace(resource, values) };
    return { kind: 'ready', apply: () => this.#update(resource, was, planned) };
  }

  drop(manifest: ValueMap): (() => readonly TfError[]) | 'gone' | undefined {
    const resource = this.#resourceOf(manifest);
    if (resource === undefined) return undefined;
    return this.#read(resource.place).kind === 'object' ? () => this.#remove(resource, 'prune') : 'gone';
  }

  #resourceOf(manifest: ValueMap): Resource | undefined {
    const name = `${stringAt(manifest, 'apiVersion') ?? ''}/${stringAt(manifest, 'kind') ?? ''}`;
    const kind = Object.hasOwn(typedKinds, name) ? typedKinds[name] : undefined;
    const block = kind === undefined ? undefined : schemaOf(kind.resource);
    const version = this.#session.versionOf(manifest);
    if (kind === undefined || block === undefined || version === undefined) return undefined;
    const namespace = version.resource.namespaced ? metadataText(manifest, 'namespace') || 'default' : '';
    return { kind, block, place: { version, namespace, name: metadataText(manifest, 'name') } };
  }

  /** The manifest of the last run; where nobody gives those, that of now, if the live object has an entry of the provider's. */
  #lastOf(manifest: ValueMap, { place }: Resource): ValueMap | undefined {
    const { previous } = this.#task;
    if (previous !== undefined) return previous.manifests.find((each) => isSameObject(each, manifest));
    const live = this.#session.peek(place);
    const isOwn =
      live !== undefined && managedFieldsOf(live).some((entry) => stringAt(entry, 'manager') === typedManager);
    return isOwn ? manifest : undefined;
  }

  /** Each reading asks twice, at first whether the object is there. */
  #read(
    place: ObjectPlace,
  ): { readonly kind: 'object'; readonly object: ValueMap } | { readonly kind: 'gone' } | Refusal {
    const there = this.#session.get(place);
    if (there.kind === 'refusal') return there.reason === 'NotFound' ? { kind: 'gone' } : there;
    return this.#session.get(place);
  }

  #create(resource: Resource, values: ValueMap): readonly TfError[] {
    const { kind, block, place } = resource;
    const { planned } = differenceOf(values, undefined, block);
    const unread = unreadQuantity(block, planned);
    if (unread !== undefined) return [{ summary: unread, detail: '' }];
    const sent = this.#struct(resource, planned);
    const answer = this.#session.create(place, sent, { purpose: 'create' });
    if (answer.kind === 'refusal') return [said(kind.failsTo.create, place, answer.message)];
    this.#read(place);
    return [];
  }

  #replace(resource: Resource, values: ValueMap): readonly TfError[] {
    const errors = this.#remove(resource, 'recreate');
    return errors.length > 0 ? errors : this.#create(resource, values);
  }

  #update(resource: Resource, was: ValueMap, planned: ValueMap): readonly TfError[] {
    const { kind, block, place } = resource;
    const unread = unreadQuantity(block, planned);
    if (unread !== undefined) return [{ summary: unread, detail: '' }];
    const object = this.#struct(resource, planned);
    const [before, after] = [metadataOf(was), metadataOf(planned)];
    const operations = [
      ...mapOperations('/metadata/annotations', before.get('annotations'), after.get('annotations')),
      ...mapOperations('/metadata/labels', before.get('labels'), after.get('labels')),
      ...kind.operations({ was, planned, object }),
    ];
    const answer =
      kind.isReplacing === true
        ? this.#session.replace(place, object, { purpose: 'replace' })
        : this.#session.patch(place, 'json', operations, { purpose: 'patch' });
    if (answer.kind === 'refusal') return [said(kind.failsTo.update, place, answer.message)];
    this.#read(place);
    return [];
  }

  #remove({ kind, place }: Resource, purpose: 'prune' | 'recreate'): readonly TfError[] {
    const deleted = this.#session.remove(place, kind.propagation, purpose);
    if (deleted.kind === 'refusal') {
      const isGone = deleted.reason === 'NotFound' && kind.needsDeletion !== true;
      return isGone ? [] : [said(kind.failsTo.remove, place, deleted.message)];
    }
    if (kind.staysAs === undefined) return [];
    let there = this.#session.get(place);
    if (there.kind === 'object' && kind.propagation === 'Foreground') {
      this.#session.collect(place);
      there = this.#session.get(place);
    }
    return there.kind === 'refusal' ? [] : [said(kind.staysAs, place, kind.staysWith?.(there.object) ?? '')];
  }

  /** An object as its struct is sent. */
  #struct({ kind, block, place: { version } }: Resource, planned: ValueMap): ValueMap {
    const object = new Map<string, Value>([
      ['apiVersion', version.apiVersion],
      ['kind', version.resource.kind],
      ...objectOf(kind.resource, planned, block),
    ]);
    const decoded = structOf(version, object);
    return decoded.kind === 'error' ? object : decoded.object;
  }
}

interface Resource {
  readonly kind: TypedKind;
  readonly block: Block;
  readonly place: ObjectPlace;
}

function configuredPart(kind: TypedKind, manifest: ValueMap): ValueMap {
  const own = new Map([...manifest].filter(([key]) => key !== 'apiVersion' && key !== 'kind'));
  return kind.resource === 'kubernetes_secret_v1' ? plainSecret(own) : own;
}

/**
 * What the state has once an object is read. `configured`: the configuration of the last run, by which some of it is read;
 * undefined after an import. Upstream: kubernetes/structures.go flattenMetadata, and the functions Read.
 */
function stateOf({ kind, block, place }: Resource, live: ValueMap, configured: ValueMap | undefined): ValueMap {
  const object = kind.seen?.(live, configured) ?? live;
  const state = new Map(flattened(block, object));
  const metadata = mapOfValue(object.get('metadata'));
  const known = metadataOf(configured ?? new Map());
  const tags = (group: string): [string, Value] => {
    const seen = mapOfValue(known.get(group));
    return [
      group,
      new Map([...mapOfValue(metadata.get(group))].filter(([key]) => seen.has(key) || !isInternalKey(key))),
    ];
  };
  const names: [string, Value][] = [
    ['name', place.name],
    ...(place.namespace === '' ? [] : [['namespace', place.namespace] as [string, Value]]),
  ];
  state.set('metadata', [new Map([tags('annotations'), tags('labels'), ...names])]);
  for (const argument of block.values()) {
    const fallback = argument.api === undefined ? fallbackOf(argument) : undefined;
    // Only the import of a claim knows what it waits for.
    const isKnown = configured !== undefined || argument.name === 'wait_until_bound';
    if (isKnown && fallback !== undefined) state.set(argument.name, fallback);
  }
  if (kind.resource === 'kubernetes_secret_v1') {
    const binary = mapOfValue(configured?.get('binary_data'));
    for (const [name, value] of readSecret(object, [...binary.keys()])) state.set(name, value);
  }
  if (kind.resource === 'kubernetes_cluster_role_v1' && !object.has('aggregationRule')) {
    // It is read only where there is one.
    state.set('aggregation_rule', configured?.get('aggregation_rule') ?? []);
  }
  if (kind.resource === 'kubernetes_stateful_set_v1') {
    // It is read only where it was configured.
    const wasConfigured = mapOfValue(listOf(configured?.get('spec'))[0]).has('update_strategy');
    const spec = new Map(mapOfValue(listOf(state.get('spec'))[0]));
    if (!wasConfigured) state.set('spec', [spec.set('update_strategy', [])]);
  }
  return state;
}

function metadataOf(values: ValueMap): ValueMap {
  return mapOfValue(listOf(values.get('metadata'))[0]);
}

/** Whether a label or an annotation is not the provider's to see. Upstream: kubernetes/structures.go isInternalKey. */
function isInternalKey(key: string): boolean {
  const [host = ''] = key.split('/');
  if (host === 'app.kubernetes.io' || host === 'service.beta.kubernetes.io') return false;
  return host.endsWith('kubernetes.io') || key.includes('deprecated.daemonset.template.generation');
}

function said(words: string | undefined, { version, namespace, name }: ObjectPlace, message: string): TfError {
  const isByName = ['StatefulSet', 'Job', 'CronJob', 'PersistentVolumeClaim'].includes(version.resource.kind);
  const id = namespace === '' || isByName ? name : `${namespace}/${name}`;
  return { summary: `${(words ?? '').replace('%s', id)}${message}`, detail: '' };
}

/** What Terraform says of an import block whose object is not there. Upstream: terraform node_resource_plan_instance.go importState. */
export function missingImport(resource: string, place: ObjectPlace): TfError {
  return {
    summary: 'Cannot import non-existent remote object',
    detail: `While attempting to import an existing object to ${JSON.stringify(addressIn(resource, place))}, the provider detected that no object exists with the given id. Only pre-existing objects can be imported; check that the id is correct and that it is associated with the provider's configured region or endpoint, or use "terraform apply" to create a new remote object for this resource.`,
  };
}

/** Whether two manifests are of one object. */
export function isSameObject(one: ValueMap, other: ValueMap): boolean {
  return (
    ['apiVersion', 'kind'].every((key) => stringAt(one, key) === stringAt(other, key)) &&
    (['name', 'namespace'] as const).every((key) => metadataText(one, key) === metadataText(other, key))
  );
}

function failed(message: string): PlannedResource {
  return { kind: 'errors', errors: [{ summary: message, detail: '' }] };
}

/** A map without what a condition leaves out. */
export function filtered(map: Value | undefined, keeps: (key: string) => boolean): ValueMap {
  return new Map(
    [...(isMap(map ?? null) ? (map as ValueMap) : new Map<string, Value>())].filter(([key]) => keeps(key)),
  );
}
