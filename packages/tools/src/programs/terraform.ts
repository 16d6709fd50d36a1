import type { ObjectPlace, ResourceVersion } from '@managed-fields/api-server';
import {
  equals,
  isList,
  isMap,
  listAt,
  mapAt,
  metadataText,
  stringAt,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { extractInto } from '@managed-fields/merge-engine/managedfields';
import { type ObjectEnd, type ToolProgram, type ToolTask, truth } from './program.ts';
import { type Answer, groupOf, ToolSession } from './session.ts';
import { inconsistencies } from './terraform-check.ts';
import {
  addressOf,
  identity,
  namespaceError,
  noMatch,
  refusalErrors,
  shapeErrors,
  wordsOf,
} from './terraform-errors.ts';
import { FieldResources } from './terraform-fields.ts';
import {
  isSettled,
  type LastManifest,
  type PlanInput,
  payloadOf,
  plannedObject,
  withoutNulls,
} from './terraform-plan.ts';
import { fieldResources } from './terraform-resources.ts';
import { objectType, readTfPath, type TfPath, type TfType } from './terraform-type.ts';
import { type OwnResources, type PlannedResource, TypedResources, typedManager } from './terraform-typed.ts';
import { morphed, stateValue, type TfError, type TfValue, withoutServerFields } from './terraform-value.ts';

/** The manager of kubernetes_manifest where the configuration names none. */
const defaultManager = 'Terraform';

/** The user agent of the provider, of which the server makes the manager of what is not applied. Upstream: kubernetes/provider.go. */
const userAgent = `${typedManager}/1.0 Terraform/1.13.3`;

/** What Terraform is to do with a resource. `replace`: delete its object and create it again. */
type Action = 'none' | 'create' | 'update' | 'replace';

/** A resource as it was planned. */
interface Planned {
  readonly kind: 'planned';
  readonly place: ObjectPlace;
  readonly action: Action;
  /** What is sent. */
  readonly payload: ValueMap;
  /** Where its object is deleted, if that is somewhere else: at another version. */
  readonly old?: ObjectPlace;
  /** What is planned, and its type; undefined where the kind has no schema. */
  readonly object: { readonly value: TfValue; readonly type: TfType } | undefined;
}

/** What the state has of an object: what was applied last, and the object as it is read. */
interface State {
  readonly kind: 'state';
  readonly last?: LastManifest;
  readonly object?: ValueMap;
}

type Outcome = Planned | PlannedResource;

/**
 * Plans all manifests as resources kubernetes_manifest, and applies what differs where no plan failed; a resource whose
 * apply fails keeps no other from being applied. The state is what was applied last (`task.previous`), or, where that is not
 * known, what the live objects say of the manager. Options: `field_manager.name`, `field_manager.force_conflicts`,
 * `computed_fields` (separated by commas), `import`, and `resources`: which resources the manifests are, `typed` for those of
 * a kind of their own, whose `ignore_changes` count (separated by commas), and kubernetes_manifest where there is none. Upstream: terraform internal/terraform context_plan.go, context_apply.go;
 * terraform-provider-kubernetes manifest/provider plan.go, apply.go, read.go, import.go.
 */
export const runTerraform: ToolProgram = (cluster, task, host, now) => {
  const run = new TerraformRun(new ToolSession(cluster, host, now, userAgent), task);
  return run.finish();
};

class TerraformRun {
  readonly #session: ToolSession;
  readonly #task: ToolTask;
  readonly #manager: string;
  readonly #computed: readonly TfPath[];
  readonly #isForced: boolean;
  readonly #own: OwnResources | undefined;

  constructor(session: ToolSession, task: ToolTask) {
    this.#session = session;
    this.#task = task;
    this.#manager = task.options.get('field_manager.name') ?? task.manager ?? defaultManager;
    this.#isForced = truth(task, 'field_manager.force_conflicts');
    const named = task.options.get('computed_fields') ?? 'metadata.annotations,metadata.labels';
    this.#computed = named.split(',').flatMap((each) => {
      const path = readTfPath(each.trim());
      return path === undefined ? [] : [path];
    });
    const resources = task.options.get('resources') ?? '';
    const fields = fieldResources.find((each) => each === resources);
    if (fields !== undefined) this.#own = new FieldResources(session, task, fields, this.#manager);
    else this.#own = resources === 'typed' ? new TypedResources(session, task) : undefined;
  }

  finish(): ReturnType<ToolProgram> {
    const outcomes = this.#task.manifests.map(({ value }) => this.#plan(value));
    const dropped = this.#dropped();
    if (outcomes.some(({ kind }) => kind === 'errors')) return this.#ended(outcomes.map(errorsOf), true);
    const applied = outcomes.map((each) => this.#carryOut(each));
    const removed = dropped.map(({ object, remove }) => ({ object, errors: remove() }));
    return this.#ended(applied, false, removed);
  }

  #carryOut(outcome: Outcome): readonly TfError[] {
    if (outcome.kind === 'planned') return this.#apply(outcome);
    return outcome.kind === 'ready' ? outcome.apply() : [];
  }

  #ended(
    found: readonly (readonly TfError[])[],
    isPlan: boolean,
    removed: readonly { readonly object: ValueMap; readonly errors: readonly TfError[] }[] = [],
  ): ReturnType<ToolProgram> {
    const ends = this.#task.manifests.map(({ value }, manifest): ObjectEnd => {
      const errors = found[manifest] ?? [];
      if (errors.length > 0) return { object: value, manifest, end: 'failed', message: wordsOf(errors) };
      return { object: value, manifest, end: isPlan ? 'not-reached' : 'applied' };
    });
    const gone = removed.map(
      ({ object, errors }): ObjectEnd => ({
        object,
        manifest: undefined,
        ...(errors.length === 0 ? { end: 'pruned' } : { end: 'failed', message: wordsOf(errors) }),
      }),
    );
    const errors = [...found, ...removed.map((each) => each.errors)].flat();
    // What Terraform itself finds has no place in the configuration, and stands first.
    const own = errors.filter(({ summary }) => summary === inconsistent);
    const words = wordsOf([
      ...own.toSorted((a, b) => (a.detail < b.detail ? -1 : 1)),
      ...errors.filter((each) => !own.includes(each)),
    ]);
    return {
      cluster: this.#session.cluster,
      requests: this.#session.requests,
      ends: [...ends, ...gone],
      error: words === '' ? undefined : words,
    };
  }

  /** Upstream: manifest/provider/validate.go, then plan.go PlanResourceChange. */
  #plan(manifest: ValueMap): Outcome {
    const own = this.#own?.plan(manifest);
    if (own !== undefined) return own;
    const misshapen = shapeErrors(manifest);
    if (misshapen.length > 0) return { kind: 'errors', errors: misshapen };
    const version = this.#session.versionOf(manifest);
    if (version === undefined) return failed(unrecognized, noMatch(manifest));
    const misplaced = namespaceError(manifest, version);
    if (misplaced !== undefined) return { kind: 'errors', errors: [misplaced] };
    const namespace = version.resource.namespaced ? metadataText(manifest, 'namespace') : '';
    const place: ObjectPlace = { version, namespace, name: metadataText(manifest, 'name') };
    const old = this.#oldPlace(place);
    const before = old === undefined ? this.#readState(manifest, place) : fresh;
    if (before.kind === 'errors') return before;
    const { last, object } = before;
    const type = objectType(version);
    if (type === undefined) return this.#planLoose(manifest, place, before);
    const wanted = morphed(manifest, type, []);
    if (wanted.kind === 'errors') {
      return { kind: 'errors', errors: [{ summary: incompatible, detail: followBelow }, ...wanted.errors] };
    }
    const prior =
      last === undefined || object === undefined
        ? undefined
        : { ...last, object: stateValue(withoutServerFields(object), type) };
    const input: PlanInput = { type, manifest, wanted: wanted.value, prior, computed: this.#computed };
    const value = plannedObject(input);
    const isSame = isSettled(input, value) && this.#isOwn(object);
    const made = { payload: payloadOf(input, value), object: { value, type } };
    if (old !== undefined) return { kind: 'planned', place, action: 'replace', old, ...made };
    return { kind: 'planned', place, action: prior === undefined ? 'create' : isSame ? 'none' : 'update', ...made };
  }

  /** Where the object was applied the last time, if that was at another version and it is still there. */
  #oldPlace(place: ObjectPlace): ObjectPlace | undefined {
    const last = this.#task.previous?.manifests.find((each) => isOfPlace(each, place, 'any-version'));
    const version = last === undefined ? undefined : this.#session.versionOf(last);
    if (version === undefined || version.apiVersion === place.version.apiVersion) return undefined;
    const old = { ...place, version };
    return this.#session.get(old).kind === 'object' ? old : undefined;
  }

  /** An object of a kind without a schema is tried, and replaced where its manifest changed. */
  #planLoose(manifest: ValueMap, place: ObjectPlace, { last, object }: State): Outcome {
    const payload = withoutNulls(manifest);
    const isSame =
      last?.isGuessed === true ? hasValues(object, manifest) : isMap(last?.manifest) && equals(last.manifest, manifest);
    const action = last === undefined ? 'create' : isSame ? 'none' : 'replace';
    for (let tries = action === 'replace' ? 2 : 1; tries > 0; tries--) {
      const error = this.#try(place, payload);
      if (error !== undefined) return failed(dryRunFailed, `${tried}${error}`);
    }
    return { kind: 'planned', place, action, payload, object: undefined };
  }

  #try(place: ObjectPlace, payload: ValueMap): string | undefined {
    const query = new Map([...this.#query(), ['dryRun', 'All'] as const]);
    const answer = this.#session.patch(place, 'apply', payload, { purpose: 'dry-run', query });
    return answer.kind === 'refusal' ? answer.message : undefined;
  }

  /** What the state has of an object: the manifest of the last apply, null after an import, and the object as it is read. */
  #readState(
    manifest: ValueMap,
    place: ObjectPlace,
  ): State | { readonly kind: 'errors'; readonly errors: readonly TfError[] } {
    let last = this.#lastOf(manifest, place);
    if (last === undefined && truth(this.#task, 'import')) {
      const imported = this.#session.get(place);
      if (imported.kind === 'refusal') {
        return failed(`Failed to get resource {Object:${identity(place)}} from API`, imported.message);
      }
      last = { manifest: null, isGuessed: false };
    }
    if (last === undefined) return { kind: 'state' };
    const read = this.#session.get(place);
    if (read.kind === 'object') return { kind: 'state', last, object: read.object };
    return read.reason === 'NotFound' ? { kind: 'state' } : failed('Cannot GET resource', read.message);
  }

  #lastOf(manifest: ValueMap, place: ObjectPlace): LastManifest | undefined {
    const { previous } = this.#task;
    if (previous !== undefined) {
      const found = previous.manifests.find((each) => isOfPlace(each, place));
      return found === undefined ? undefined : { manifest: found, isGuessed: false };
    }
    const live = this.#session.peek(place);
    return live === undefined ? undefined : lastManifest(manifest, live, this.#manager, place.version);
  }

  /** Whether the manager of the last apply had the name that it has now, as far as the object says it. */
  #isOwn(object: ValueMap | undefined): boolean {
    return (listAt(mapAt(object, 'metadata'), 'managedFields') ?? []).some(
      (entry) =>
        isMap(entry) && stringAt(entry, 'manager') === this.#manager && stringAt(entry, 'operation') === 'Apply',
    );
  }

  /** Upstream: manifest/provider/apply.go ApplyResourceChange. */
  #apply({ place, action, payload, object, old }: Planned): readonly TfError[] {
    if (action === 'none') return [];
    if (action === 'replace') {
      const errors = this.#remove(old ?? place, 'recreate');
      if (errors.length > 0) return errors;
    }
    if (object === undefined) {
      const error = this.#try(place, payload);
      if (error !== undefined) return [{ summary: dryRunFailed, detail: `${tried}${error}` }];
    }
    const name = `${place.namespace}/${place.name}`;
    if (action !== 'update') {
      const there = this.#session.get(place);
      if (there.kind === 'object') {
        return [{ summary: 'Cannot create resource that already exists', detail: `resource "${name}" already exists` }];
      }
    }
    const answer = this.#session.patch(place, 'apply', payload, { purpose: 'apply', query: this.#query() });
    if (answer.kind === 'refusal') return refusalErrors(answer, name);
    return object === undefined
      ? []
      : this.#missed(place, object.value, stateValue(withoutServerFields(answer.object), object.type));
  }

  #missed(place: ObjectPlace, planned: TfValue, actual: TfValue): readonly TfError[] {
    const provider = 'provider["registry.terraform.io/hashicorp/kubernetes"]';
    return inconsistencies(planned, actual, [{ attribute: 'object' }]).map((each) => ({
      summary: inconsistent,
      detail: `When applying changes to ${addressOf(place)}, provider ${JSON.stringify(provider)} produced an unexpected new value: ${each}.\n\nThis is a bug in the provider, which should be reported in the provider's own issue tracker.`,
    }));
  }

  /** Deletes an object and looks that it is gone; the provider looks each second until it is. */
  #remove(place: ObjectPlace, purpose: 'prune' | 'recreate' = 'prune'): readonly TfError[] {
    const deleted = this.#session.remove(place, undefined, purpose);
    if (deleted.kind === 'refusal') {
      if (deleted.reason === 'NotFound') return [];
      const summary = `Error deleting resource ${place.name}: ${deleted.message}`;
      return [{ summary, detail: deleted.message }];
    }
    const left: Answer = this.#session.get(place);
    if (left.kind === 'refusal') return [];
    const detail =
      'Deletion timed out. This can happen when there is a finalizer on a resource. You may need to delete this resource manually with kubectl.';
    return [{ summary: `Timed out when waiting for resource "${place.name}" to be deleted`, detail }];
  }

  /** What was applied last and is not in the manifests any more, as far as it is still there. */
  #dropped(): readonly { readonly object: ValueMap; readonly remove: () => readonly TfError[] }[] {
    return (this.#task.previous?.manifests ?? []).flatMap((object) => {
      const version = this.#session.versionOf(object);
      if (version === undefined) return [];
      const namespace = version.resource.namespaced ? metadataText(object, 'namespace') : '';
      const place: ObjectPlace = { version, namespace, name: metadataText(object, 'name') };
      if (this.#task.manifests.some(({ value }) => isOfPlace(value, place, 'any-version'))) return [];
      const own = this.#own?.drop(object);
      if (own !== undefined) return own === 'gone' ? [] : [{ object, remove: own }];
      return this.#session.get(place).kind === 'object' ? [{ object, remove: () => this.#remove(place) }] : [];
    });
  }

  #query(): ReadonlyMap<string, string> {
    return new Map([
      ['fieldManager', this.#manager],
      ['force', String(this.#isForced)],
    ]);
  }
}

/** The state of an object that Terraform does not have. */
const fresh: State = { kind: 'state' };

const unrecognized = 'API did not recognize GroupVersionKind from manifest (CRD may not be installed)';
const incompatible = 'Manifest configuration incompatible with resource schema';
const followBelow = 'Detailed descriptions of errors will follow below.';
const dryRunFailed = 'Dry-run failed for non-structured resource';
const tried = 'A dry-run apply was performed for this resource but was unsuccessful: ';
const inconsistent = 'Provider produced inconsistent result after apply';

function failed(summary: string, detail: string): { readonly kind: 'errors'; readonly errors: readonly TfError[] } {
  return { kind: 'errors', errors: [{ summary, detail }] };
}

function errorsOf(outcome: Outcome): readonly TfError[] {
  return outcome.kind === 'errors' ? outcome.errors : [];
}

function isOfPlace(object: ValueMap, { version, namespace, name }: ObjectPlace, which?: 'any-version'): boolean {
  return (
    groupOf(object) === version.resource.group &&
    (which === 'any-version' || stringAt(object, 'apiVersion') === version.apiVersion) &&
    stringAt(object, 'kind') === version.resource.kind &&
    metadataText(object, 'name') === name &&
    (!version.resource.namespaced || metadataText(object, 'namespace') === namespace)
  );
}

/**
 * What stands for the manifest of the last apply where nobody gives it; undefined where the manager applied nothing to the
 * object, which Terraform then does not have in its state. As long as the object has fields that the manager does not own,
 * its entry is what the last manifest had, and has been taken from it since. Later it owns everything, since an update sends
 * everything: then the manifest is taken to have had the fields of the one of now, so that none was dropped.
 */
function lastManifest(
  manifest: ValueMap,
  live: ValueMap,
  manager: string,
  { type }: ResourceVersion,
): LastManifest | undefined {
  const extracted = extractInto(live, type, manager);
  const applied = extracted.kind === 'extracted' ? extracted.configuration : undefined;
  if (applied === undefined) return undefined;
  return { manifest: overlaid(manifest, applied, covers(applied, configurable(live))), isGuessed: true };
}

/** An object without what no configuration sets. */
function configurable(live: ValueMap): ValueMap {
  const own = new Set(['apiVersion', 'kind', 'metadata', 'status']);
  const metadata = new Map([...(mapAt(live, 'metadata') ?? [])].filter(([key]) => key === 'labels'));
  return new Map<string, Value>([...[...live].filter(([key]) => !own.has(key)), ['metadata', metadata]]);
}

/**
 * A map with the values of another one, and those that the other does not have; with `onlyOwn`, nothing but its own fields, and its own lists.
 */
function overlaid(under: ValueMap, over: ValueMap, onlyOwn: boolean): ValueMap {
  const all = new Map(under);
  for (const [key, value] of over) {
    const there = under.get(key);
    if (isMap(value) && isMap(there)) all.set(key, overlaid(there, value, onlyOwn));
    else if (!onlyOwn || (there !== undefined && !isList(there))) all.set(key, value);
  }
  return all;
}

/** Whether an object has all values of a manifest. */
function hasValues(object: Value | undefined, manifest: Value): boolean {
  if (!isMap(manifest)) return object !== undefined && equals(object, manifest);
  return isMap(object) && [...manifest].every(([key, each]) => each === null || hasValues(object.get(key), each));
}

/** Whether a value has all fields of another one. Items of lists are told apart by their places. */
function covers(whole: Value | undefined, part: Value): boolean {
  if (isMap(part)) {
    if (part.size === 0) return true;
    return isMap(whole) && [...part].every(([key, each]) => covers(whole.get(key), each));
  }
  if (isList(part)) return isList(whole) && part.every((each, index) => covers(whole[index], each));
  return whole !== undefined;
}
