import {
  formatJson,
  isMap,
  listAt,
  mapAt,
  mapFromJson,
  metadataText,
  stringAt,
  type Value,
  type ValueMap,
  withMetadata,
} from '@managed-fields/merge-engine';
import type { Reply } from '../ask/asking.ts';
import { type ClusterResource, readResourceList } from '../discovery.ts';
import { pageSize } from '../listing.ts';
import type { Query, ReadRequest } from '../request.ts';
import { isConfigurationFor, isPolicyFor, type ParamsWanted, paramsOf, policyOf } from './policies.ts';

/** The object that admission is asked about. */
export interface AdmittedObject {
  /** Empty for the core group. */
  readonly group: string;
  /** The plural name of its resource. */
  readonly resource: string;
  /** Empty where the kind has none. */
  readonly namespace: string;
  /** The object, or what is sent of it, as JSON; what it names is read. Empty where nothing is known of it. */
  readonly object: string;
}

/** What admission goes by for an object, as a cluster has it. */
export interface ReadAdmission {
  /** The objects as JSON, without their managedFields, in the order in which a scenario needs them. */
  readonly objects: readonly string[];
  /** What could not be read, so that admission may do more than what is played. */
  readonly unread: readonly UnreadAdmission[];
}

/**
 * A request that was not answered with objects. `secrets`: it was not sent, since parameters in Secrets are never read;
 * `unanswered`: nothing came back; `status`: the server answered with an error.
 */
export type UnreadAdmission = { readonly path: string } & (
  | { readonly why: 'secrets' | 'unanswered' }
  | { readonly why: 'status'; readonly code: number }
);

type Send = (request: ReadRequest) => Promise<Reply>;

const registration = '/apis/admissionregistration.k8s.io';

/**
 * Reads what admission goes by for an object: the policies for its resource with their bindings and parameters, the webhooks
 * for it, its Namespace, and the LimitRanges, quotas, classes and the ServiceAccount that it needs. It sends nothing but GET, and never
 * asks for Secrets. What a server does not have is no failure.
 */
export async function readAdmission(about: AdmittedObject, send: Send): Promise<ReadAdmission> {
  const reader = readerOf(send);
  const [policies, webhooks, others] = await Promise.all([
    readPolicies(about, reader),
    readWebhooks(about, reader),
    readNeeded(about, reader),
  ]);
  return { objects: [...others, ...policies, ...webhooks].map((object) => formatJson(object)), unread: reader.unread };
}

interface Reader {
  readonly unread: UnreadAdmission[];
  /** All objects of a list; none where the server does not have the resource. */
  list(path: string, query?: Query): Promise<readonly ValueMap[] | undefined>;
  /** One object; none where there is none. */
  object(path: string): Promise<readonly ValueMap[]>;
  /** The text of an answer; undefined where there is none. */
  text(request: ReadRequest): Promise<string | undefined>;
}

/** The most pages of a list that are read. */
const mostPages = 20;

function readerOf(send: Send): Reader {
  const unread: UnreadAdmission[] = [];
  const text = async (request: ReadRequest) => {
    const reply = await send(request);
    if (reply.kind === 'answered' && reply.code === 200) return reply.text;
    if (reply.kind !== 'answered') unread.push({ path: request.path, why: 'unanswered' });
    else if (reply.code !== 404) unread.push({ path: request.path, why: 'status', code: reply.code });
    return undefined;
  };
  return {
    unread,
    text,
    async list(path, query = []) {
      const found: ValueMap[] = [];
      let next = '';
      for (let page = 0; page < mostPages; page++) {
        const more: Query = next === '' ? [] : [['continue', next]];
        const answered = await text({ kind: 'read', path, query: [...query, ['limit', String(pageSize)], ...more] });
        const list = mapFromJson(answered);
        if (list === undefined) return page === 0 ? undefined : found;
        found.push(...itemsOf(list));
        next = stringAt(mapAt(list, 'metadata'), 'continue') ?? '';
        if (next === '') break;
      }
      return found;
    },
    async object(path) {
      const found = mapFromJson(await text({ kind: 'read', path }));
      return found === undefined || metadataText(found, 'name') === '' ? [] : [bare(found)];
    },
  };
}

/** The items of a list, each with the kind and version that only the list names. */
function itemsOf(list: ValueMap): readonly ValueMap[] {
  const [kind, apiVersion] = [stringAt(list, 'kind') ?? '', stringAt(list, 'apiVersion') ?? ''];
  const head: readonly (readonly [string, Value])[] = [
    ['apiVersion', apiVersion],
    ['kind', kind.replace(/List$/, '')],
  ];
  return (listAt(list, 'items') ?? []).flatMap((item) => (isMap(item) ? [bare(new Map([...head, ...item]))] : []));
}

function bare(object: ValueMap): ValueMap {
  return withMetadata(object, 'managedFields', undefined);
}

/** The policies for a resource that are bound, with their bindings and parameters. */
async function readPolicies(about: AdmittedObject, reader: Reader): Promise<readonly ValueMap[]> {
  const found = await Promise.all(
    ['mutatingadmissionpolic', 'validatingadmissionpolic'].map(async (name) => {
      const policies = await servedList(`${name}ies`, reader);
      const meant = policies.filter((policy) => isPolicyFor(policy, about));
      if (meant.length === 0) return [];
      const names = new Set(meant.map((policy) => metadataText(policy, 'name')));
      const bindings = (await servedList(`${name}ybindings`, reader)).filter((each) => names.has(policyOf(each)));
      const bound = new Set(bindings.map(policyOf));
      const inForce = meant.filter((policy) => bound.has(metadataText(policy, 'name')));
      const params = await Promise.all(
        paramsOf(inForce, bindings, about.namespace).map((each) => readParams(each, reader)),
      );
      return [...params.flat(), ...inForce, ...bindings];
    }),
  );
  return unique(found.flat());
}

/** The configurations of webhooks that may be for a resource. What they do nobody can read. */
async function readWebhooks(about: AdmittedObject, { list }: Reader): Promise<readonly ValueMap[]> {
  const found = await Promise.all(
    ['mutating', 'validating'].map((type) => list(`${registration}/v1/${type}webhookconfigurations`)),
  );
  return found.flatMap((each) => each ?? []).filter((configuration) => isConfigurationFor(configuration, about));
}

/** A list of policies or bindings at the version that the server has. */
async function servedList(plural: string, { list }: Reader): Promise<readonly ValueMap[]> {
  return (await list(`${registration}/v1/${plural}`)) ?? (await list(`${registration}/v1beta1/${plural}`)) ?? [];
}

/** Objects that policies take parameters from, by the kind, the namespace, and the name or the labels. */
async function readParams(wanted: ParamsWanted, reader: Reader): Promise<readonly ValueMap[]> {
  const { apiVersion, kind, name, namespace, labels } = wanted;
  const group = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  const resource = await resourceOf(apiVersion, group, kind, reader);
  if (resource === undefined) return [];
  if (resource.group === '' && resource.plural === 'secrets') {
    reader.unread.push({ path: `${group}/secrets`, why: 'secrets' });
    return [];
  }
  const within = resource.namespaced && namespace !== '' ? `/namespaces/${encodeURIComponent(namespace)}` : '';
  const path = `${group}${within}/${resource.plural}`;
  if (name !== '') return reader.object(`${path}/${encodeURIComponent(name)}`);
  return (await reader.list(path, labels === '' ? [] : [['labelSelector', labels]])) ?? [];
}

/** The resource of a kind in a group and version, as the server lists it. */
async function resourceOf(
  apiVersion: string,
  path: string,
  kind: string,
  { text }: Reader,
): Promise<ClusterResource | undefined> {
  const [version = '', group = ''] = apiVersion.split('/').toReversed();
  const list = readResourceList((await text({ kind: 'read', path })) ?? '', { group, version, preferred: true });
  return list.kind === 'read' ? list.value.find((each) => each.kind === kind) : undefined;
}

/** What admission looks up for an object beside policies, each with the resource that it is looked up for. */
async function readNeeded(about: AdmittedObject, { list, object }: Reader): Promise<readonly ValueMap[]> {
  const { group, resource, namespace, object: text } = about;
  const of = `${group}/${resource}`;
  const sent = mapFromJson(text);
  const spec = mapAt(sent, 'spec');
  const within = namespace === '' ? undefined : `/api/v1/namespaces/${encodeURIComponent(namespace)}`;
  const isPod = of === '/pods';
  const account = stringAt(spec, 'serviceAccountName') || stringAt(spec, 'serviceAccount') || 'default';
  const runtime = stringAt(spec, 'runtimeClassName') ?? '';
  const wanted: readonly Promise<readonly ValueMap[] | undefined>[] = [
    ...(within === undefined ? [] : [object(within), list(`${within}/resourcequotas`)]),
    ...(within !== undefined && (isPod || of === '/persistentvolumeclaims') ? [list(`${within}/limitranges`)] : []),
    ...(isPod ? [list('/apis/scheduling.k8s.io/v1/priorityclasses')] : []),
    ...(isPod && runtime !== '' ? [object(`/apis/node.k8s.io/v1/runtimeclasses/${encodeURIComponent(runtime)}`)] : []),
    ...(isPod && within !== undefined ? [object(`${within}/serviceaccounts/${encodeURIComponent(account)}`)] : []),
    ...(of === '/persistentvolumeclaims' ? [list('/apis/storage.k8s.io/v1/storageclasses')] : []),
    ...(of === 'networking.k8s.io/ingresses' ? [list('/apis/networking.k8s.io/v1/ingressclasses')] : []),
  ];
  return (await Promise.all(wanted)).flatMap((found) => found ?? []);
}

/** Each object once. */
function unique(objects: readonly ValueMap[]): readonly ValueMap[] {
  const names = objects.map((each) =>
    [stringAt(each, 'kind'), metadataText(each, 'namespace'), metadataText(each, 'name')].join('/'),
  );
  return objects.filter((_, place) => names.indexOf(names[place] ?? '') === place);
}
