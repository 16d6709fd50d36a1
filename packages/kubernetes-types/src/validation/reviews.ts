import {
  type Decision,
  parseFieldSelector,
  parseLabelSelector,
  type ReadSelector,
  type Surroundings,
  type Unstored,
  type User,
  type Wish,
} from '@managed-fields/api-server';
import type { Value, ValueMap } from '@managed-fields/merge-engine';
import { localReviewErrors, selfReviewErrors, subjectReviewErrors } from './access-review.ts';
import type { KindChecks } from './kind-checks.ts';
import { list, pointer, struct, structs, text, texts, withAt } from './object.ts';
import { aggregate, decide, permitted, rulesOf } from './permissions.ts';

/*
 * Questions that a server answers and does not store.
 * Upstream: k8s.io/kubernetes pkg/registry/authorization and pkg/registry/authentication.
 */

function answered(object: ValueMap): Unstored {
  return { kind: 'object', object };
}

function refused(message: string): Unstored {
  return { kind: 'bad-request', message };
}

/** What a review asks for. Upstream: util/helpers.go ResourceAttributesFrom, NonResourceAttributesFrom. */
function wishOf(spec: ValueMap): Wish {
  const resource = pointer(spec, 'resourceAttributes');
  if (resource === undefined) {
    const path = struct(spec, 'nonResourceAttributes');
    return { kind: 'path', verb: text(path, 'verb'), path: text(path, 'path') };
  }
  const own = (name: string) => text(resource, name);
  return {
    kind: 'resource',
    verb: own('verb'),
    namespace: own('namespace'),
    group: own('group'),
    resource: own('resource'),
    subresource: own('subresource'),
    name: own('name'),
  };
}

function decided(review: ValueMap, user: User, around: Surroundings): Unstored {
  const spec = struct(review, 'spec');
  return answered(withAt(review, ['status'], statusOf(decide(wishOf(spec), user, around), selectorFaults(spec))));
}

function statusOf({ allowed, reason }: Decision, fault: string): ValueMap {
  const status = new Map<string, Value>([['allowed', allowed]]);
  if (reason !== '') status.set('reason', reason);
  if (fault !== '') status.set('evaluationError', fault);
  return status;
}

/** What of selectors could not be used. Upstream: helpers.go BuildEvaluationError. */
function selectorFaults(spec: ValueMap): string {
  const resource = pointer(spec, 'resourceAttributes');
  return [
    selectorFault(pointer(resource, 'fieldSelector'), 'fieldSelector', parseFieldSelector, isFieldRequirement),
    selectorFault(pointer(resource, 'labelSelector'), 'labelSelector', parseLabelSelector, isLabelRequirement),
  ]
    .filter((fault) => fault !== '')
    .join('; ');
}

function selectorFault(
  selector: ValueMap | undefined,
  name: string,
  parse: (text: string) => ReadSelector,
  isUsed: (requirement: ValueMap) => boolean,
): string {
  const raw = text(selector, 'rawSelector');
  const requirements = structs(selector, 'requirements');
  const used = requirements.filter(isUsed).length;
  const fails = raw === '' ? used < requirements.length : parse(raw).kind === 'malformed';
  const how = used > 0 ? 'partially ignored' : 'ignored';
  return fails ? `spec.resourceAttributes.${name} ${how} due to parse error` : '';
}

const setOperators = ['In', 'NotIn'];

function isFieldRequirement(requirement: ValueMap): boolean {
  return setOperators.includes(text(requirement, 'operator')) && list(requirement, 'values').length === 1;
}

function isLabelRequirement(requirement: ValueMap): boolean {
  return [...setOperators, 'Exists', 'DoesNotExist'].includes(text(requirement, 'operator'));
}

/** Somebody whom a review names. */
function named(review: ValueMap): User {
  const spec = struct(review, 'spec');
  return { name: text(spec, 'user'), groups: texts(spec, 'groups') };
}

const ofSubject = (review: ValueMap, around: Surroundings) => decided(review, named(review), around);

/** Of a kind whose objects have no fields that the server looks at. */
const noErrors = () => [];

/** The reviews of the authorization group. */
export const authorization: Readonly<Record<string, KindChecks>> = {
  LocalSubjectAccessReview: { validate: localReviewErrors, answer: ofSubject },
  SelfSubjectAccessReview: {
    validate: selfReviewErrors,
    answer: (review, around) => decided(review, permitted(around.user, around), around),
  },
  SelfSubjectRulesReview: { validate: noErrors, answer: rulesReview },
  SubjectAccessReview: { validate: subjectReviewErrors, answer: ofSubject },
};

/** Upstream: selfsubjectrulesreview/rest.go Create, plugin/pkg/auth/authorizer/rbac/rbac.go RulesFor. */
function rulesReview(review: ValueMap, around: Surroundings): Unstored {
  const namespace = text(struct(review, 'spec'), 'namespace');
  if (namespace === '') return refused('no namespace on request');
  const { rules, errors } = rulesOf(permitted(around.user, around), namespace, around);
  const having = (field: string, names: readonly string[]) =>
    rules
      .filter((rule) => list(rule, field).length > 0)
      .map((rule) => new Map(names.flatMap((name) => (rule.has(name) ? [[name, rule.get(name) ?? null]] : []))));
  const status = new Map<string, Value>([
    ['resourceRules', having('resources', ['verbs', 'apiGroups', 'resources', 'resourceNames'])],
    ['nonResourceRules', having('nonResourceURLs', ['verbs', 'nonResourceURLs'])],
    ['incomplete', false],
    ...(errors.length === 0 ? [] : ([['evaluationError', aggregate(errors)]] as const)),
  ]);
  return answered(bare(review, status));
}

/** A review without what was sent. */
function bare(review: ValueMap, status: ValueMap): ValueMap {
  const typed = ['apiVersion', 'kind'].map((name) => [name, review.get(name) ?? null] as const);
  return new Map<string, Value>([...typed, ['status', status]]);
}

/** The reviews of the authentication group. */
export const authentication: Readonly<Record<string, KindChecks>> = {
  SelfSubjectReview: {
    validate: noErrors,
    answer: (review, { now, user }) => {
      const userInfo = new Map<string, Value>([
        ['username', user.name],
        ...(user.uid === undefined ? [] : ([['uid', user.uid]] as const)),
        ['groups', user.groups],
        ...(user.extra === undefined ? [] : ([['extra', new Map<string, Value>(user.extra)]] as const)),
      ]);
      return answered(withAt(bare(review, new Map([['userInfo', userInfo]])), ['metadata', 'creationTimestamp'], now));
    },
  },
  TokenReview: { validate: noErrors, answer: tokenReview },
};

/** No token is known here. Upstream: tokenreview/storage.go Create. */
function tokenReview(review: ValueMap): Unstored {
  if (text(struct(review, 'spec'), 'token') === '') {
    return refused('token is required for TokenReview in authentication');
  }
  const status = new Map<string, Value>([...struct(review, 'status'), ['authenticated', false]]);
  return answered(withAt(review, ['status'], status.set('error', 'invalid bearer token')));
}
