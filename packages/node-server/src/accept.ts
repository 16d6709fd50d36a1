import { type Cluster, catalogOf, type ResourceVersion, usualMinor } from '@managed-fields/api-server';
import * as tables from '@managed-fields/api-server/tables';
import { metadataOf, type Value, type ValueMap, valueFromPlain } from '@managed-fields/merge-engine';

/** How an answer is written. */
export interface Form {
  readonly format: 'json' | 'yaml';
  /** The kind that it is turned into; undefined where it stays as it is. */
  readonly as: 'Table' | 'PartialObjectMetadata' | 'PartialObjectMetadataList' | undefined;
}

/** The forms that the answer to a request can have. */
const convertible = ['Table', 'PartialObjectMetadata', 'PartialObjectMetadataList'] as const;

/**
 * The form that a client takes, by its Accept header: the first of its clauses that this server has. Protobuf is none of
 * them, so clients that take JSON as well get that. Undefined where it takes none.
 * Upstream: k8s.io/apiserver pkg/endpoints/handlers/negotiation/negotiate.go NegotiateMediaTypeOptions.
 */
export function formFor(accept: string): Form | undefined {
  if (accept.trim() === '') return { format: 'json', as: undefined };
  const clauses = accept.split(',').map(clauseOf);
  // What is wanted most stands first; a sort leaves those of one weight in their order.
  for (const { type, parameters } of clauses.sort((a, b) => b.weight - a.weight)) {
    const format = formats[type];
    if (format === undefined) continue;
    const wanted = parameters.get('as');
    if (wanted === undefined) {
      if (!parameters.has('stream') || parameters.get('stream') === 'watch') return { format, as: undefined };
      continue;
    }
    const as = convertible.find((each) => each === wanted);
    const isKnown = parameters.get('g') === 'meta.k8s.io' && parameters.get('v') === 'v1';
    if (as !== undefined && isKnown) return { format, as };
  }
  return undefined;
}

const formats: Readonly<Record<string, Form['format']>> = {
  'application/json': 'json',
  'application/*': 'json',
  '*/*': 'json',
  'application/yaml': 'yaml',
};

function clauseOf(text: string) {
  const [type = '', ...rest] = text.split(';').map((part) => part.trim());
  const parameters = new Map(
    rest.map((part) => {
      const [name = '', value = ''] = part.split('=');
      return [name.trim(), value.trim()] as const;
    }),
  );
  const weight = Number(parameters.get('q') ?? 1);
  return { type: type.toLowerCase(), parameters, weight: Number.isNaN(weight) ? 0 : weight };
}

/** Of each object of a table, by the parameter `includeObject`. */
export function includedBy(parameter: string | undefined): Included {
  return parameter === 'None' || parameter === 'Object' ? parameter : 'Metadata';
}

/** What of each object a table has: nothing, its metadata, or all of it. */
type Included = 'None' | 'Metadata' | 'Object';

/** What a table needs to know beside the objects. */
interface TableOf {
  readonly cluster: Cluster;
  readonly version: ResourceVersion;
  readonly included: Included;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Objects as a Table, as `kubectl get` asks for them. Columns of built-in kinds have no description here.
 * Upstream: k8s.io/apiserver pkg/endpoints/handlers/response.go asTable.
 */
export function tableOf(
  objects: readonly ValueMap[],
  metadata: ValueMap,
  { cluster, version, included, now }: TableOf,
) {
  const whole = objects.map((object) => (object.has('kind') ? object : typed(version, object)));
  const minor = catalogOf(cluster).minor ?? usualMinor;
  const table = tables.tableOf({ version, objects: whole, now: Math.floor(now / 1000), minor });
  const rows = table.rows.map(({ cells, object }): ValueMap => {
    const shown = included === 'Object' ? object : included === 'Metadata' ? partialOf(object) : undefined;
    return new Map<string, Value>([['cells', cells], ...(shown === undefined ? [] : [['object', shown] as const])]);
  });
  return new Map<string, Value>([
    ['kind', 'Table'],
    ['apiVersion', 'meta.k8s.io/v1'],
    ['metadata', metadata],
    ['columnDefinitions', table.columns.map((column) => valueFromPlain({ ...column }))],
    ['rows', rows],
  ]);
}

/** An item of a list with the kind that it has by itself. */
export function typed({ apiVersion, resource }: ResourceVersion, object: ValueMap): ValueMap {
  return new Map<string, Value>([['kind', resource.kind], ['apiVersion', apiVersion], ...object]);
}

/** The metadata of an object alone. Upstream: apimachinery pkg/apis/meta/v1/types.go PartialObjectMetadata. */
export function partialOf(object: ValueMap): ValueMap {
  return new Map<string, Value>([
    ['kind', 'PartialObjectMetadata'],
    ['apiVersion', 'meta.k8s.io/v1'],
    ['metadata', metadataOf(object)],
  ]);
}
