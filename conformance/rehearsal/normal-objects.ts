/** JSON as it is compared. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Made by chance, by a clock (`modifiedAt` is a label of Helm's releases) or by an allocator that is not modelled: two servers never agree on them. */
const chance = new Set([
  'modifiedAt',
  'uid',
  'resourceVersion',
  'clusterIP',
  'clusterIPs',
  'f:clusterIP',
  'f:clusterIPs',
]);
/** A time, and a uid, in a text. */
export const time = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;
export const uid = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g;

/**
 * Objects as two servers are compared by them: without what is made by chance, by a clock, or by an allocator, and in the order of
 * their names. Everything else counts, managedFields too.
 */
export function normalObjects(objects: readonly Json[]): readonly Json[] {
  const made = objects.map((each) => normal(each)).toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  return JSON.parse(withNumberedNames(JSON.stringify(made)));
}

/** A text with the ends of managers' names that Pulumi makes up by chance as numbers, by the order in which they stand. */
export function withNumberedNames(text: string): string {
  const known = new Map<string, number>();
  return text.replace(/\bpulumi-kubernetes-[0-9a-f]{8}\b/g, (name) => {
    const number = known.get(name) ?? known.size + 1;
    known.set(name, number);
    return `pulumi-kubernetes-${number}`;
  });
}

/** Entries of managedFields in an order of their own: a server has them by their times, which are chance within a second. */
export function inOneOrder(entries: readonly Json[]): readonly Json[] {
  return entries
    .map((each) => JSON.stringify(each))
    .sort()
    .map((each): Json => JSON.parse(each));
}

function normal(value: Json): Json {
  if (typeof value === 'string') return value.replace(time, 'TIME').replace(uid, 'UID');
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) return value.map(normal);
  // Entries of one second stand in the order of their managers, and how long a client takes is chance too.
  const entriesOf = value['managedFields'];
  if (entriesOf !== undefined && isList(entriesOf)) {
    const { managedFields: _, ...others } = value;
    return { ...(normal(others) as object), managedFields: inOneOrder(entriesOf.map(normal)) };
  }
  const entries = Object.entries(value).filter(([key]) => !chance.has(key));
  // Helm packs a release with its times, so no two are the same.
  const isRelease = value['type'] === 'helm.sh/release.v1';
  return Object.fromEntries(
    entries
      .map(([key, each]): [string, Json] => [
        key.replace(uid, 'UID'),
        isRelease && key === 'data' ? 'RELEASE' : normal(each),
      ])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

function nameOf(object: Json): string {
  const { kind, metadata } = object as { readonly kind: string; readonly metadata: { readonly name: string } };
  return `${kind} ${metadata.name}`;
}

/** A request as a client sent it. */
export interface RecordedRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly contentType?: string;
  readonly userAgent?: string;
  /** The text of the body; of protobuf the bytes in base64. */
  readonly body?: string;
  readonly protobuf?: string;
  /** What this server answered. */
  readonly code: number;
}

/** What a real client sent, and the objects that it left on a real server. */
export interface RecordedClient {
  /** With its version. */
  readonly client: string;
  readonly kubernetes: 'v1.36';
  readonly namespace: string;
  /** All requests that write, in their order, as they came to the server here. */
  readonly requests: readonly RecordedRequest[];
  /** Collections of custom kinds that are compared, too, as in `comparedKinds`. */
  readonly custom?: readonly string[];
  /** The objects of the namespace on the real server afterwards, as `normalObjects` has them. */
  readonly objects: readonly Json[];
}

/** The kinds that are compared, by the paths of their collections in a namespace. */
export const comparedKinds: readonly string[] = [
  ...['configmaps', 'secrets', 'services', 'serviceaccounts', 'pods', 'persistentvolumeclaims', 'resourcequotas'].map(
    (plural) => `api/v1 ${plural}`,
  ),
  ...['deployments', 'statefulsets', 'daemonsets'].map((plural) => `apis/apps/v1 ${plural}`),
  ...['batch/v1 jobs', 'batch/v1 cronjobs', 'networking.k8s.io/v1 ingresses', 'policy/v1 poddisruptionbudgets'].map(
    (kind) => `apis/${kind}`,
  ),
  ...['rbac.authorization.k8s.io/v1 roles', 'rbac.authorization.k8s.io/v1 rolebindings'].map((kind) => `apis/${kind}`),
  'apis/autoscaling/v2 horizontalpodautoscalers',
];

/** Reads all compared objects of a namespace, of custom kinds too; `get` answers a path with the JSON of a list. */
export async function objectsIn(
  namespace: string,
  get: (path: string) => Promise<Json>,
  custom: readonly string[] = [],
): Promise<readonly Json[]> {
  const found: Json[] = [];
  for (const each of [...comparedKinds, ...custom]) {
    const [root, plural] = each.split(' ');
    const list = (await get(`/${root}/namespaces/${namespace}/${plural}`)) as {
      readonly kind: string;
      readonly apiVersion: string;
      readonly items: readonly { readonly [key: string]: Json }[];
    };
    const kind = list.kind.replace(/List$/, '');
    found.push(...list.items.map((item) => ({ kind, apiVersion: list.apiVersion, ...item })));
  }
  return normalObjects(found);
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
