import {
  type ApiRequest,
  type Cluster,
  type ResourceVersion,
  type Route,
  refusedAsInvalid,
  serve,
} from '@managed-fields/api-server';
import {
  type FieldError,
  invalid,
  isMap,
  mapAt,
  stringAt,
  type Value,
  type ValueMap,
  valueFromPlain,
  withEntry,
} from '@managed-fields/merge-engine';
import { type Answered, failure, methodNotAllowed, unknownResource } from './status.ts';

/** Who asks: the one user of a server that is started here. */
export const user = { username: 'admin', groups: ['system:masters', 'system:authenticated'] } as const;

/** A kind of review: what makes it invalid, and the answer. */
interface Review {
  errors(sent: ValueMap, namespace: string): readonly FieldError[];
  answer(sent: ValueMap, now: string): ValueMap;
}

/** What the server answers to a review: all that is asked about is allowed. */
const reviews: Readonly<Record<string, Review>> = {
  selfsubjectaccessreviews: { errors: askedErrors, answer: allowed },
  subjectaccessreviews: { errors: subjectErrors, answer: allowed },
  localsubjectaccessreviews: {
    errors: (sent, namespace) => [...subjectErrors(sent), ...localErrors(sent, namespace)],
    answer: allowed,
  },
  selfsubjectreviews: {
    errors: () => [],
    answer: (sent, now) =>
      new Map<string, Value>([
        ...withoutStatus(sent),
        ['metadata', new Map([['creationTimestamp', now]])],
        ['status', valueFromPlain({ userInfo: user })],
      ]),
  },
  selfsubjectrulesreviews: {
    errors: () => [],
    answer: (sent) => {
      const status = {
        resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }],
        nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
        incomplete: false,
      };
      return withEntry(withEntry(withMetadata(sent), 'spec', new Map()), 'status', valueFromPlain(status));
    },
  },
};

/** Whether a kind is a review of access, of which nothing is ever stored. */
export function isReview({ resource: { group, plural } }: ResourceVersion): boolean {
  return /^auth(?:orization|entication)\.k8s\.io$/.test(group) && plural in reviews;
}

/**
 * Answers a review of access: nothing of it is stored, and the one user of this server may do everything. Upstream:
 * k8s.io/kubernetes pkg/registry/authorization, pkg/registry/authentication, pkg/apis/authorization/validation.
 */
export function reviewed(
  request: ApiRequest,
  { name, namespace }: Route,
  { resource: { group, plural, kind }, apiVersion }: ResourceVersion,
  { cluster, now }: { readonly cluster: Cluster; readonly now: string },
): Answered {
  const review = reviews[plural];
  if (review === undefined || name !== '') return unknownResource();
  if (request.method !== 'POST') return methodNotAllowed();
  // A body that cannot be read is refused as that of any kind.
  const { response } = serve(cluster, request, now);
  const { body } = request;
  const value = body?.kind === 'value' ? (body.value ?? new Map()) : undefined;
  if (value === undefined || !isMap(value) || (response.code >= 400 && response.code !== 422)) return response;
  const errors = review.errors(value, namespace);
  if (errors.length > 0) return refusedAsInvalid({ group, name: '' }, '', errors);
  if (plural === 'selfsubjectrulesreviews' && !stringAt(mapAt(value, 'spec'), 'namespace')) {
    return failure(400, 'BadRequest', 'no namespace on request');
  }
  return { code: 201, body: review.answer(new Map([...value, ['kind', kind], ['apiVersion', apiVersion]]), now) };
}

/** Upstream: validation.go ValidateSubjectAccessReviewSpec, ValidateSelfSubjectAccessReviewSpec. */
function askedErrors(sent: ValueMap): readonly FieldError[] {
  const { resource, other } = attributesOf(sent);
  if (resource !== undefined && other !== undefined) {
    const why = 'cannot be specified in combination with resourceAttributes';
    return [invalid('spec.nonResourceAttributes', shown(other), why)];
  }
  if (resource !== undefined || other !== undefined) return [];
  const why = 'exactly one of nonResourceAttributes or resourceAttributes must be specified';
  return [invalid('spec.resourceAttributes', null, why)];
}

function subjectErrors(sent: ValueMap): readonly FieldError[] {
  const spec = mapAt(sent, 'spec');
  const groups = spec?.get('groups');
  const hasSubject = Boolean(stringAt(spec, 'user')) || (Array.isArray(groups) && groups.length > 0);
  const nobody = hasSubject ? [] : [invalid('spec.user', '', 'at least one of user or group must be specified')];
  return [...askedErrors(sent), ...nobody];
}

/** Upstream: validation.go ValidateLocalSubjectAccessReview. */
function localErrors(sent: ValueMap, namespace: string): readonly FieldError[] {
  const { resource, other } = attributesOf(sent);
  const asked = stringAt(resource, 'namespace') ?? '';
  return [
    ...(resource === undefined || asked === namespace
      ? []
      : [invalid('spec.resourceAttributes.namespace', asked, 'must match metadata.namespace')]),
    ...(other === undefined
      ? []
      : [invalid('spec.nonResourceAttributes', shown(other), 'disallowed on this kind of request')]),
  ];
}

function attributesOf(sent: ValueMap): {
  readonly resource: ValueMap | undefined;
  readonly other: ValueMap | undefined;
} {
  const spec = mapAt(sent, 'spec');
  return { resource: mapAt(spec, 'resourceAttributes'), other: mapAt(spec, 'nonResourceAttributes') };
}

/** The attributes as a message prints them, by the names of the internal version. */
function shown(attributes: ValueMap): ValueMap {
  return new Map([
    ['Path', stringAt(attributes, 'path') ?? ''],
    ['Verb', stringAt(attributes, 'verb') ?? ''],
  ]);
}

function allowed(sent: ValueMap): ValueMap {
  return withEntry(withMetadata(sent), 'status', new Map([['allowed', true]]));
}

function withMetadata(sent: ValueMap): ValueMap {
  return sent.has('metadata') ? sent : withEntry(sent, 'metadata', new Map());
}

function withoutStatus(sent: ValueMap): readonly (readonly [string, Value])[] {
  return [...sent].filter(([key]) => key === 'kind' || key === 'apiVersion');
}
