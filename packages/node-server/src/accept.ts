import type { Included } from './table.ts';

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
