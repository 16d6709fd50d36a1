import type {
  BuiltinResource,
  BuiltinVersion,
  Resource,
  SchemaSource,
  Strategy,
  Subresource,
} from '@managed-fields/api-server';
import {
  type Converted,
  type Decoded,
  type DecodeSource,
  type Definitions,
  type FieldSet,
  remembered,
  type Schema,
  setOf,
  stringAt,
  type ValueMap,
  type WrittenSchema,
  withEntry,
} from '@managed-fields/merge-engine';
import { decodeObject, type Empties } from '../codec/decode.ts';
import type { GoStruct, GoTypes } from '../codec/go-types.ts';
import { withPlainAmounts } from '../codec/meaning.ts';
import { autoscalerFromV1, autoscalerToV1 } from '../conversion/autoscaling.ts';
import { eventConverter } from '../conversion/events.ts';
import { throughHub } from '../conversion/hub.ts';
import { storedDefinition, withoutNil } from '../conversion/never-nil.ts';
import { defaultsFor } from '../defaults/index.ts';
import type { ResourceEntry } from '../kubernetes-data.ts';
import { rulesFor } from '../strategy/index.ts';
import { strategyOf } from '../strategy/kind-rules.ts';
import type { Checks } from '../validation/kind-checks.ts';
import { defaultVersion, type PlayedVersion } from '../versions.ts';
import { countingExactly, exactField, holdsAmounts, keepsEmpties } from './kept-empties.ts';
import { patchSchemaOf } from './patch-schema.ts';
import { plainStrategy } from './plain-strategy.ts';

/** The data and checks that resources are built from. */
interface Foundation {
  readonly definitions: Definitions;
  readonly schema: Schema;
  readonly types: GoTypes;
  readonly version: PlayedVersion;
  /** Undefined where objects are not checked. */
  readonly checks: Checks | undefined;
  /** Undefined where schemas are our own. */
  readonly cluster: ClusterSchemas | undefined;
}

/** What a catalog knows whose schemas come from a cluster and all else from our own tables. */
export interface ClusterSchemas {
  /** Where the schema of a kind at a version comes from. */
  schemaFrom(group: string, version: string): SchemaSource;
  /** Whether our tables hold for a kind at a version. */
  isTabled(group: string, version: string, kind: string): boolean;
  /**
   * The entries of a resource for requests at a version, that first in which objects are held: where our tables do not hold
   * for the version, nothing is known of how it converts, so that its objects stay in it.
   */
  heldAt(version: string, entries: readonly ResourceEntry[]): readonly ResourceEntry[];
  /** An object without what its struct does not have: our defaults may be of fields that the cluster does not have. */
  within(object: ValueMap, type: GoStruct): ValueMap;
}

/** Groups whose objects are stored as JSON; all others are stored as protobuf. */
const storedAsJson: ReadonlySet<string> = new Set(['apiextensions.k8s.io', 'apiregistration.k8s.io']);

const labelSelector = 'io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelector';

/**
 * A built-in resource from its entries, those of its subresources included; the first entry is the version in which
 * it is stored. Upstream: k8s.io/kubernetes pkg/registry, pkg/api/legacyscheme.
 */
export function builtinResource(
  entries: readonly ResourceEntry[],
  foundation: Foundation,
  storage?: StorageGroup,
): BuiltinResource {
  const { types, checks, cluster } = foundation;
  const served = entries.filter((entry) => !entry.resource.includes('/'));
  const [first] = served;
  if (first === undefined) throw new Error('a resource without entries');
  const { group, kind, resource: plural } = first;
  const versions = new Map<string, BuiltinVersion>();
  const all = new Map([
    ...served.map((entry) => [entry.version, entry] as const),
    ...(storage?.entries ?? []).map((entry) => [`${entry.group}/${entry.version}`, entry] as const),
  ]);
  const structs = new Map([...all].map(([version, entry]) => [version, structOf(entry, types)]));
  const strategy = strategyFor(first, entries, foundation);
  const stored = [...all].find(([, entry]) => entry.group === (storage?.group ?? group));
  const resource: BuiltinResource = {
    group,
    plural,
    kind,
    singular: first.singular ?? kind.toLowerCase(),
    namespaced: first.namespaced,
    origin: 'builtin',
    storageVersion: stored?.[0] ?? first.version,
    ...(storage === undefined ? {} : { storageGroup: storage.group }),
    versions,
    unmodelled: isTabled(first, cluster) ? missing(group, kind, checks) : allTables,
    convert: (object, toVersion) => {
      const to = all.get(toVersion);
      return convert(
        object,
        toVersion,
        apiVersionOf(to?.group ?? group, to?.version ?? toVersion),
        kind,
        structs,
        types,
      );
    },
  };
  for (const [version, entry] of all) {
    const own = entries.filter((each) => each.group === entry.group && each.version === entry.version);
    const type = structs.get(version) ?? structOf(entry, types);
    const made = builtinVersion(resource, strategy, entry, own.length === 0 ? [entry] : own, type, foundation);
    versions.set(version, entry.group === group ? made : { ...made, ...heldAt(version, made) });
  }
  return resource;
}

/** Another group as whose objects those of a resource are stored: its name, and the entries of the resource there. */
export interface StorageGroup {
  readonly group: string;
  readonly entries: readonly ResourceEntry[];
}

/** The version of the other group at which objects are held: requests do not name it. */
function heldAt(version: string, { type, written, zero }: BuiltinVersion) {
  return { version, served: false, heldOnly: true, type, written, ...(zero === undefined ? {} : { zero }) } as const;
}

function apiVersionOf(group: string, version: string): string {
  return group === '' ? version : `${group}/${version}`;
}

function structOf(entry: ResourceEntry, types: GoTypes): GoStruct {
  const type = types.struct(entry.definition ?? '');
  if (type === undefined) throw new Error(`no Go type: ${entry.kind}`);
  return type;
}

/** What our tables know of a kind. */
const allTables = ['defaults', 'strategy', 'validation'] as const;

function isTabled({ group, version, kind }: ResourceEntry, cluster: ClusterSchemas | undefined): boolean {
  return cluster === undefined || cluster.isTabled(group, version, kind);
}

/** The strategy of a kind. A kind without rules keeps the fields that its reset fields name. */
function strategyFor(
  stored: ResourceEntry,
  entries: readonly ResourceEntry[],
  { version: kubernetes, checks, cluster }: Foundation,
): Strategy {
  const { group, kind, version } = stored;
  const rules = isTabled(stored, cluster) ? rulesFor(group, kind) : undefined;
  const resets = (subresource: string) => resetPaths(entries, version, subresource) ?? [];
  const strategy =
    rules === undefined ? plainStrategy(resets) : strategyOf(rules, kubernetes, checks, checks?.find(group, kind));
  const exact = exactField(group, kind);
  return exact === undefined ? strategy : countingExactly(strategy, exact);
}

/** The tables that a kind lacks here; the page names them. */
function missing(group: string, kind: string, checks: Checks | undefined): Resource['unmodelled'] {
  const known = {
    defaults: ['v1', 'v2'].some((version) => defaultsFor(group, version, kind, defaultVersion) !== undefined),
    strategy: rulesFor(group, kind) !== undefined,
    validation: checks === undefined || checks.find(group, kind)?.validate !== undefined,
  };
  return allTables.filter((table) => !known[table]);
}

function resetPaths(
  entries: readonly ResourceEntry[],
  version: string,
  subresource: string,
): readonly (readonly string[])[] | undefined {
  const entry = entries.find((each) => each.version === version && subresourceOf(each) === subresource);
  return entry?.resetFields;
}

/** `scale` for `deployments/scale`; empty for the resource itself. */
function subresourceOf(entry: ResourceEntry): string {
  return entry.resource.split('/')[1] ?? '';
}

function builtinVersion(
  resource: BuiltinResource,
  strategy: Strategy,
  entry: ResourceEntry,
  entries: readonly ResourceEntry[],
  type: GoStruct,
  foundation: Foundation,
): BuiltinVersion {
  const { definitions, schema, version: kubernetes, cluster } = foundation;
  const { kind } = resource;
  const { group, version } = entry;
  const apiVersion = apiVersionOf(group, version);
  const defaults = defaultsFor(group, version, kind, kubernetes) ?? ((object: ValueMap) => object);
  const resets = new Map(entries.map((each) => [subresourceOf(each), fieldSet(each.resetFields)]));
  const storage = storedAsJson.has(group) ? 'json' : 'protobuf';
  const kept = resource.storageVersion === version && keepsEmpties(group, kind);
  const held = kept ? holdsAmounts(group, kind, kubernetes) : undefined;
  const decodedAs = (source: DecodeSource) => (object: ValueMap) =>
    decodeThroughHub(object, apiVersion, kind, type, source, {
      storage,
      kept,
      ...(held === undefined ? {} : { held }),
    });
  const sources = {
    json: decodedAs('json'),
    unstructured: decodedAs('unstructured'),
    storage: remembered(decodedAs('storage')),
    client: (object: ValueMap) => decodeObject(object, type, 'client', { storage, kept }),
  };
  const encoded = remembered((object: ValueMap) => encode(object, type));
  const named = new Map([
    ['kind', kind],
    ['apiVersion', apiVersion],
  ]);
  return {
    resource,
    version,
    apiVersion,
    get type() {
      const atom = schema.type(entry.definition ?? '');
      if (atom === undefined) throw new Error(`no schema: ${entry.definition}`);
      return atom;
    },
    get written(): WrittenSchema {
      const name = entry.definition ?? '';
      return { name, root: definitions.get(name) ?? new Map(), named: (name) => definitions.get(name) };
    },
    verbs: new Map(entries.map((each) => [subresourceOf(each), each.verbs ?? allVerbs])),
    subresources: new Map(entries.flatMap((each) => subresourceEntry(each, entry.definition, foundation))),
    resetFields: (subresource) => resets.get(subresource),
    decode: (object, source) => sources[source](object),
    ...(kept ? { encode: encoded } : {}),
    ...(held !== undefined ? { settle: (object) => settled(object, type) } : {}),
    comparable: (object) => withPlainAmounts(object, type),
    setDefaults: (object) => {
      const set = withoutNil(apiVersion, kind, defaults(object));
      return cluster?.within(set, type) ?? set;
    },
    get zero() {
      return encoded(named);
    },
    served: true,
    strategy,
    patchType: patchSchemaOf(type),
    warnings: lifecycleWarnings.get(`${apiVersion} ${kind}`) ?? [],
    ...(cluster === undefined ? {} : { schemaFrom: cluster.schemaFrom(group, version) }),
  };
}

/** The verbs of a resource of which discovery was not asked. */
const allVerbs = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'];

function fieldSet(paths: readonly (readonly string[])[] | undefined): FieldSet | undefined {
  if (paths === undefined) return undefined;
  return setOf(...paths.map((path) => path.map((name) => ({ kind: 'field', name }) as const)));
}

/** A subresource that is a view of the object, or takes another kind; others, such as logs, are not served. */
function subresourceEntry(
  entry: ResourceEntry,
  definition: string | undefined,
  foundation: Foundation,
): readonly [string, Subresource][] {
  const name = subresourceOf(entry);
  if (name === '') return [];
  if (name === 'scale') {
    const [specReplicas, statusReplicas] = [
      ['spec', 'replicas'],
      ['status', 'replicas'],
    ];
    return [[name, { kind: 'scale', specReplicas, statusReplicas, selector: 'label-selector' }]];
  }
  const posted = name === '' || entry.definition === definition ? undefined : postedVersion(entry, foundation);
  if (posted !== undefined) return [[name, { kind: 'posted', view: posted }]];
  if (entry.definition !== definition || name === 'log') return [];
  return [[name, { kind: name === 'status' ? 'status' : 'object' }]];
}

/** The kind that is sent to a subresource, as a resource of its own; undefined where it is not sent as an object. */
function postedVersion(entry: ResourceEntry, foundation: Foundation): BuiltinVersion | undefined {
  if (foundation.types.struct(entry.definition ?? '') === undefined || entry.verbs?.join() !== 'create')
    return undefined;
  const { group, version } = entry.subresourceOf ?? entry;
  const own = { ...entry, group, version, resource: `${entry.kind.toLowerCase()}s` };
  return builtinResource([own], foundation).versions.get(version);
}

/** Decodes an object by its Go type and encodes it again, by way of the type that the server works on. */
function decodeThroughHub(
  object: ValueMap,
  apiVersion: string,
  kind: string,
  type: GoStruct,
  source: DecodeSource,
  empties: Empties,
): Decoded {
  const decoded = decodeObject(object, type, source, empties);
  if (decoded.kind === 'error') return decoded;
  const through = throughHub(apiVersion, kind, decoded.object);
  if (through.kind === 'error') return through;
  const hub =
    source === 'storage' && kind === 'CustomResourceDefinition' ? storedDefinition(through.object) : through.object;
  if (hub === decoded.object) return decoded;
  const written = decodeObject(hub, type, source === 'storage' ? source : 'json', empties);
  return written.kind === 'error' ? written : { ...written, unknown: decoded.unknown };
}

/** Deprecations of what is still served. Upstream: k8s.io/api core/v1/lifecycle.go. */
const lifecycleWarnings: ReadonlyMap<string, readonly string[]> = new Map([
  ['v1 Endpoints', ['v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice']],
  ['v1 ComponentStatus', ['v1 ComponentStatus is deprecated in v1.19+']],
]);

/** The encoded form of a decoded object. */
function encode(object: ValueMap, type: GoStruct): ValueMap {
  const written = decodeObject(object, type, 'json', { storage: 'protobuf' });
  return written.kind === 'decoded' ? written.object : object;
}

/** A decoded object with its amounts as they are printed. */
function settled(object: ValueMap, type: GoStruct): ValueMap {
  const written = decodeObject(object, type, 'json', { storage: 'protobuf', kept: true });
  return written.kind === 'decoded' ? written.object : object;
}

/**
 * The conversion between two versions. The autoscaler and the Event are the built-in kinds that our data has in two; where
 * a cluster serves others, what has the same name in both is kept.
 */
function converter(
  kind: string,
  from: string | undefined,
  to: string,
): (object: ValueMap, selector: GoStruct) => ValueMap {
  const [v1, v2] = ['autoscaling/v1', 'autoscaling/v2'] as const;
  // Whoever looks for the fields that a conversion moves asks with another apiVersion. v2beta2 has the fields of v2.
  const hasFieldsOf2 = from?.startsWith(v2) ?? false;
  if (kind === 'HorizontalPodAutoscaler' && from !== v1 && to === v1) return autoscalerToV1;
  if (kind === 'HorizontalPodAutoscaler' && !hasFieldsOf2 && to === v2) return autoscalerFromV1;
  if (kind === 'Event') return eventConverter(from, to);
  return (object) => withEntry(object, 'apiVersion', to);
}

function convert(
  object: ValueMap,
  toVersion: string,
  toApiVersion: string,
  kind: string,
  structs: ReadonlyMap<string, GoStruct>,
  types: GoTypes,
): Converted {
  const from = stringAt(object, 'apiVersion');
  if (from === toApiVersion) return { kind: 'converted', object };
  const target = structs.get(toVersion);
  const selector = types.struct(labelSelector);
  if (target === undefined || selector === undefined) {
    return { kind: 'missing-version', message: `no kind "${kind}" is registered for version "${toApiVersion}"` };
  }
  const converted = converter(kind, from, toApiVersion)(object, selector);
  const written = decodeObject(converted, target, 'json', { storage: 'protobuf' });
  if (written.kind === 'error') return written;
  return { kind: 'converted', object: written.object };
}
