import type { Chance } from '../../../../conformance/chance.ts';
import { any, asObject, isArray, type Json, list, make, map } from '../makers.ts';
import type { PlannedRequest } from '../request.ts';
import { auditAnnotations, condition, messages, ofVariable, type Shape, uncompiled, variables } from './expressions.ts';
import { mutation } from './mutations.ts';
import type { Names } from './names.ts';
import { post } from './setting.ts';

const apis = '/apis/admissionregistration.k8s.io/v1';

/** A policy of a scenario, with what is needed to write another one in its place. */
export interface PlannedPolicy {
  readonly name: string;
  readonly kind: 'Mutating' | 'Validating';
  readonly shape: Shape;
}

/** The path of a policy. */
export function policyPath({ kind, name }: PlannedPolicy): string {
  return `${apis}/${kind.toLowerCase()}admissionpolicies/${name}`;
}

/** The path of a binding. */
export function bindingPath({ kind, name }: PlannedPolicy): string {
  return `${apis}/${kind.toLowerCase()}admissionpolicybindings/${name}`;
}

/** Creates the parameters, the policy and its bindings. */
export function policySteps(chance: Chance, names: Names, policy: PlannedPolicy): PlannedRequest[] {
  const collection = `${apis}/${policy.kind.toLowerCase()}admissionpolicies`;
  const head = { apiVersion: 'admissionregistration.k8s.io/v1', metadata: { name: policy.name } };
  const hasParams = chance.once(3);
  const spec = policySpec(chance, names, policy, hasParams);
  return [
    post(collection, { ...head, kind: `${policy.kind}AdmissionPolicy`, spec }),
    ...bindings(chance, names, policy, hasParams),
  ];
}

/** The parameters that policies of a scenario take: each selector selects one, since several come in a Go map's order. */
export function paramSteps(chance: Chance, { namespace }: Names): PlannedRequest[] {
  const data = map({ 'a!': any('1', '2'), max: any('3', '9', 'x'), list: any('web', 'x,y') });
  return ['one', 'two'].slice(0, 1 + chance.integer(2)).map((name) =>
    post(`/api/v1/namespaces/${namespace}/configmaps`, {
      metadata: { name: `params-${name}`, labels: { params: name } },
      data: make(chance, data) ?? {},
    }),
  );
}

/** The spec of a policy. */
export function policySpec(chance: Chance, names: Names, { kind, shape }: PlannedPolicy, hasParams: boolean): Json {
  const sees = { namespace: true, params: hasParams };
  const declared = chance.once(3) ? make(chance, variables) : undefined;
  const named = (isArray(declared) ? declared : []).map((each) => String(asObject(each)?.['name'] ?? ''));
  const [variable] = named.slice(chance.integer(Math.max(named.length, 1)));
  const rule = any(
    condition(shape, sees),
    condition(shape, sees),
    variable === undefined ? 'true' : ofVariable(variable),
  );
  const expression = (): Json => make(chance, chance.once(60) ? uncompiled : rule) ?? '';
  const common: Record<string, Json> = {
    failurePolicy: chance.once(4) ? 'Ignore' : 'Fail',
    matchConstraints: constraints(chance, names, shape, kind),
    ...(declared === undefined ? {} : { variables: declared }),
    ...(hasParams ? { paramKind: { apiVersion: 'v1', kind: 'ConfigMap' } } : {}),
  };
  if (chance.once(3)) {
    const matching = condition(shape, { namespace: false, params: hasParams });
    common['matchConditions'] = ['m', 'n'].slice(0, 1 + chance.integer(2)).map((name) => ({
      name,
      expression: make(chance, matching) ?? '',
    }));
  }
  if (kind === 'Mutating') {
    const mutations = make(chance, list(mutation(shape), 1, chance.once(3) ? 3 : 1)) ?? [];
    return { ...common, reinvocationPolicy: chance.pick(['Never', 'IfNeeded']), mutations };
  }
  const validations = Array.from({ length: 1 + chance.integer(2) }, (): Json => {
    const extra = map({
      message: any('no', ' not so '),
      messageExpression: messages,
      reason: any('Forbidden', 'Invalid', 'Unauthorized', 'RequestEntityTooLarge'),
    });
    return { expression: expression(), ...asObject(make(chance, extra)) };
  });
  const audit = chance.once(5) ? { auditAnnotations: make(chance, auditAnnotations) ?? [] } : {};
  return { ...common, validations, ...audit };
}

function constraints(chance: Chance, { namespace }: Names, shape: Shape, kind: PlannedPolicy['kind']): Json {
  const { group, plural } = shape;
  const withSub = chance.once(4) ? [plural, `${plural}/status`, `${plural}/scale`] : [plural];
  const resources = chance.once(8) ? [`${plural}/*`, plural] : withSub;
  const all = kind === 'Validating' ? ['CREATE', 'UPDATE', 'DELETE'] : ['CREATE', 'UPDATE'];
  const operations = chance.pick<readonly string[]>([['*'], ['CREATE', 'UPDATE'], all, ['UPDATE'], ['CREATE']]);
  const rule = { apiGroups: [group], apiVersions: [chance.pick(['*', 'v1'])], operations: [...operations], resources };
  const extra = map({
    matchPolicy: any('Exact', 'Equivalent'),
    'objectSelector?': any(
      { matchLabels: { a: 'x' } },
      { matchExpressions: [{ key: 'a', operator: 'NotIn', values: ['y'] }] },
      { matchExpressions: [{ key: 'b', operator: 'Exists' }] },
    ),
    'excludeResourceRules?': [{ ...rule, operations: ['UPDATE'] }],
  });
  const own = {
    namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': namespace } },
    resourceRules: [rule],
  };
  return { ...own, ...asObject(make(chance, extra)) };
}

/** One binding, or two of which no object meets both: several come in a Go map's order. */
function bindings(chance: Chance, names: Names, policy: PlannedPolicy, hasParams: boolean): PlannedRequest[] {
  const bind = (name: string, matchResources: Json | undefined): PlannedRequest => {
    const actions = chance.pick<readonly string[]>([
      ['Deny'],
      ['Deny'],
      ['Warn'],
      ['Warn', 'Audit'],
      ['Deny', 'Audit'],
      ['Audit'],
    ]);
    const spec: Record<string, Json> = { policyName: policy.name };
    if (policy.kind === 'Validating') spec['validationActions'] = [...actions];
    if (hasParams && !chance.once(6)) spec['paramRef'] = paramRef(chance, names);
    if (matchResources !== undefined) spec['matchResources'] = matchResources;
    const path = `${apis}/${policy.kind.toLowerCase()}admissionpolicybindings`;
    const head = { apiVersion: 'admissionregistration.k8s.io/v1', kind: `${policy.kind}AdmissionPolicyBinding` };
    return post(path, { ...head, metadata: { name }, spec });
  };
  if (!chance.once(5)) return [bind(policy.name, undefined)];
  const team = (operator: string) => ({
    namespaceSelector: { matchExpressions: [{ key: 'team', operator, values: ['red'] }] },
  });
  return [bind(policy.name, team('In')), bind(`${policy.name}-2`, team('NotIn'))];
}

function paramRef(chance: Chance, { namespace }: Names): Json {
  const found = { parameterNotFoundAction: chance.pick(['Allow', 'Deny']) };
  const where = chance.once(2) ? { namespace } : {};
  const which = chance.once(3)
    ? { selector: { matchLabels: { params: chance.pick(['one', 'two', 'three']) } } }
    : { name: chance.pick(['params-one', 'params-two', 'params-three']) };
  return { ...found, ...where, ...which };
}

/** What expressions look at, by kind. */
export function shapes({ group }: Names): readonly Shape[] {
  const podSpec = 'object.spec.template.spec';
  return [
    { group: '', plural: 'pods', podSpec: 'object.spec' },
    { group: 'apps', plural: 'deployments', podSpec, replicas: true },
    { group: 'apps', plural: 'statefulsets', podSpec, replicas: true },
    { group: 'batch', plural: 'jobs', podSpec },
    { group: 'batch', plural: 'cronjobs', podSpec: 'object.spec.jobTemplate.spec.template.spec' },
    { group: '', plural: 'configmaps', data: true },
    { group: '', plural: 'secrets', data: true },
    { group: '', plural: 'services' },
    { group: '', plural: 'persistentvolumeclaims', claim: true },
    { group: '', plural: 'serviceaccounts' },
    { group: 'networking.k8s.io', plural: 'ingresses' },
    ...(group === undefined ? [] : [{ group, plural: 'foos', replicas: true, foo: true }]),
  ];
}
