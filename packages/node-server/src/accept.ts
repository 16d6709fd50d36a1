import { type Answered, failure } from './status.ts';
import type { Included } from './table.ts';

/** How an answer is written. */
export interface Form {
  readonly format: 'json' | 'yaml';
  /** The kind that it is turned into; undefined where it stays as it is. */
  readonly as: 'Table' | 'PartialObjectMetadata' | 'PartialObjectMetadataList' | undefined;
  /** The version of the group `meta.k8s.io` that this kind is of. */
  readonly meta: 'v1' | 'v1beta1';
}

/** The forms that the answer to a request can have. */
const convertible = ['Table', 'PartialObjectMetadata', 'PartialObjectMetadataList'] as const;

/**
 * The form that a client takes, by its Accept header: the first of its clauses that this server has. Protobuf is none of
 * them, so clients that take JSON as well get that. Undefined where it takes none.
 * Upstream: k8s.io/apiserver pkg/endpoints/handlers/negotiation/negotiate.go NegotiateMediaTypeOptions.
 */
export function formFor(accept: string): Form | undefined {
  if (accept.trim() === '') return { format: 'json', as: undefined, meta: 'v1' };
  const clauses = accept.split(',').map(clauseOf);
  if (!clauses.some(isRouted)) return undefined;
  // What is wanted most stands first; a sort leaves those of one weight in their order.
  for (const { type, parameters } of clauses.sort((a, b) => b.weight - a.weight)) {
    const format = formats[type];
    if (format === undefined || !['', 'watch'].includes(parameters.get('stream') ?? '')) continue;
    const [wanted, group, version] = ['as', 'g', 'v'].map((name) => parameters.get(name));
    if (wanted === undefined && group === undefined && version === undefined) {
      return { format, as: undefined, meta: 'v1' };
    }
    const as = convertible.find((each) => each === wanted);
    const meta = (['v1', 'v1beta1'] as const).find((each) => each === version);
    if (as !== undefined && meta !== undefined && group === 'meta.k8s.io') return { format, as, meta };
  }
  return undefined;
}

/** Whether discovery has a form that a client takes: it is turned into no other kind. */
export function takesPlain(accept: string): boolean {
  const clauses = accept.split(',').map(clauseOf);
  const isPlain = ({ type, parameters }: Clause) =>
    formats[type] !== undefined && !['as', 'g', 'v'].some((name) => parameters.has(name));
  return accept.trim() === '' || (clauses.some(isRouted) && clauses.some(isPlain));
}

/** Refuses who wants the metadata of a list as that of one object, or the other way round. Upstream: handlers/response.go. */
export function wrongPartial(as: Form['as'], isList: boolean, type: string): Answered | undefined {
  if (as === undefined || as === 'Table' || (as === 'PartialObjectMetadataList') === isList) return undefined;
  return failure(
    406,
    'NotAcceptable',
    `you requested ${as}, but the requested object is ${isList ? '' : 'not '}a list (${type})`,
  );
}

/**
 * Refuses who takes no form that this server has. The router says so of types, the handler of kinds that they are to be turned
 * into. Upstream: go-restful Container.dispatch; apiserver pkg/endpoints/handlers/negotiation/errors.go.
 */
export function notAcceptable(accept: string): Answered {
  const types = 'application/json, application/yaml';
  const isKnownType = accept.split(',').some((text) => isRouted(clauseOf(text)));
  if (isKnownType) return failure(406, 'NotAcceptable', `only the following media types are accepted: ${types}`);
  return failure(406, 'NotAcceptable', `406: Not Acceptable\n\nAvailable representations: ${types}`, {});
}

const formats: Readonly<Record<string, Form['format']>> = {
  'application/json': 'json',
  'application/*': 'json',
  '*/*': 'json',
  'application/yaml': 'yaml',
};

interface Clause {
  readonly type: string;
  readonly parameters: ReadonlyMap<string, string>;
  readonly weight: number;
}

/** Whether the router lets a clause pass, which knows `*` for all types alone. Upstream: go-restful route.go matchesAccept. */
function isRouted({ type }: Clause): boolean {
  return type !== 'application/*' && formats[type] !== undefined;
}

function clauseOf(text: string): Clause {
  const [type = '', ...rest] = text.split(';').map((part) => part.trim());
  const parameters = new Map(
    rest.map((part) => {
      const [name = '', value = ''] = part.split('=');
      return [name.trim(), value.trim()] as const;
    }),
  );
  const weight = Number(parameters.get('q') ?? 1);
  return { type, parameters, weight: Number.isNaN(weight) ? 0 : weight };
}

/** Of each object of a table, by the parameter `includeObject`. */
export function includedBy(parameter: string | undefined): Included {
  return parameter === 'None' || parameter === 'Object' ? parameter : 'Metadata';
}

/** Refuses what else it says. Upstream: k8s.io/apiserver pkg/endpoints/handlers/get.go, rest.go targetEncodingForTransform. */
export function wrongInclude(parameter: string | undefined): Answered | undefined {
  if (parameter === undefined || ['', 'None', 'Object', 'Metadata'].includes(parameter)) return undefined;
  const why = `includeObject: Invalid value: ${JSON.stringify(parameter)}: must be 'Metadata', 'Object', 'None', or empty`;
  return failure(400, 'BadRequest', `Unable to convert to Table as requested: ${why}`);
}
