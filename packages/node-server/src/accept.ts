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
  // What is wanted most stands first; a sort leaves those of one weight in their order.
  for (const { type, parameters } of clauses.sort((a, b) => b.weight - a.weight)) {
    const format = formats[type];
    if (format === undefined) continue;
    const wanted = parameters.get('as');
    if (wanted === undefined) {
      if (!parameters.has('stream') || parameters.get('stream') === 'watch')
        return { format, as: undefined, meta: 'v1' };
      continue;
    }
    const as = convertible.find((each) => each === wanted);
    const meta = (['v1', 'v1beta1'] as const).find((each) => each === parameters.get('v'));
    if (as !== undefined && meta !== undefined && parameters.get('g') === 'meta.k8s.io') return { format, as, meta };
  }
  return undefined;
}

/**
 * Refuses who takes no form that this server has. The router says so of types, the handler of kinds that they are to be turned
 * into. Upstream: go-restful Container.dispatch; apiserver pkg/endpoints/handlers/negotiation/errors.go.
 */
export function notAcceptable(accept: string): Answered {
  const types = 'application/json, application/yaml';
  const isKnownType = accept.split(',').some((text) => formats[clauseOf(text).type] !== undefined);
  if (isKnownType) return failure(406, 'NotAcceptable', `only the following media types are accepted: ${types}`);
  return failure(406, 'NotAcceptable', `406: Not Acceptable\n\nAvailable representations: ${types}`, {});
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

/** Refuses what else it says. Upstream: k8s.io/apiserver pkg/endpoints/handlers/get.go, rest.go targetEncodingForTransform. */
export function wrongInclude(parameter: string | undefined): Answered | undefined {
  if (parameter === undefined || ['', 'None', 'Object', 'Metadata'].includes(parameter)) return undefined;
  const why = `includeObject: Invalid value: ${JSON.stringify(parameter)}: must be 'Metadata', 'Object', 'None', or empty`;
  return failure(400, 'BadRequest', `Unable to convert to Table as requested: ${why}`);
}
