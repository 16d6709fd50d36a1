import type { ValueMap } from '@managed-fields/merge-engine';
import {
  declarative,
  duplicate,
  type Errors,
  forbidden,
  inReleases,
  inVersions,
  invalid,
  invalidAll,
  notSupported,
  required,
  requiredInWords,
} from './errors.ts';
import { at, child, type Field } from './field-path.ts';
import { mandatoryLevels, mandatorySchemas } from './flow-control-mandatory.ts';
import { dns1123Label, dns1123Subdomain, inRange } from './names.ts';
import { count, flag, has, list, number, pointer, struct, structs, text, texts } from './object.ts';
import { metadataErrors } from './object-meta.ts';
import { isGiven, named } from './scalars.ts';
import { sameAt, sameMeaning } from './semantic.ts';
import { shown } from './shown.ts';

/*
 * Priority and fairness of requests.
 * Upstream: k8s.io/kubernetes pkg/apis/flowcontrol/validation/validation.go.
 */

/** Complaints about a FlowSchema, new or changed. Upstream: ValidateFlowSchema. */
export function flowSchemaErrors(schema: ValueMap): Errors {
  const name = text(struct(schema, 'metadata'), 'name');
  const spec = struct(schema, 'spec');
  const fixed = mandatorySchemas.get(name);
  const isOther = fixed !== undefined && !sameMeaning(spec, fixed);
  return [
    ...metadataErrors(schema, { namespaced: false, name: dns1123Subdomain }),
    ...schemaSpecErrors(spec, name),
    ...(isOther
      ? [invalid('spec', shown('flowcontrol.FlowSchemaSpec', spec), `spec of '${name}' must equal the fixed value`)]
      : []),
    ...flowControlStatusErrors(schema),
  ];
}

const highestPrecedence = 10_000;
const distinguishers = ['ByNamespace', 'ByUser'];

/** Upstream: ValidateFlowSchemaSpec. */
function schemaSpecErrors(spec: ValueMap, name: string): Errors {
  const precedence = number(spec, 'matchingPrecedence');
  const bad = (words: string) => [invalid('spec.matchingPrecedence', BigInt(precedence), words)];
  const method = pointer(spec, 'distinguisherMethod');
  const level = text(struct(spec, 'priorityLevelConfiguration'), 'name');
  const place = 'spec.priorityLevelConfiguration.name';
  return [
    ...(precedence <= 0 ? bad('must be a positive value') : []),
    ...(precedence > highestPrecedence ? bad(`must not be greater than ${highestPrecedence}`) : []),
    ...(precedence === 1 && name !== 'exempt'
      ? bad("only the schema named 'exempt' may have matchingPrecedence 1")
      : []),
    ...(method === undefined || distinguishers.includes(text(method, 'type'))
      ? []
      : [
          notSupported(
            'spec.distinguisherMethod.type',
            shown('*flowcontrol.FlowDistinguisherMethod', method),
            distinguishers,
          ),
        ]),
    ...(level === '' ? [required(place, 'must reference a priority level')] : named(dns1123Subdomain, level, place)),
    ...structs(spec, 'rules').flatMap((rule, i) => ruleErrors(rule, at('spec.rules', i))),
  ];
}

/** Upstream: ValidateFlowSchemaPolicyRulesWithSubjects. */
function ruleErrors(rule: ValueMap, field: Field): Errors {
  const each = (name: string, check: (item: ValueMap, field: Field) => Errors) =>
    structs(rule, name).flatMap((item, i) => check(item, at(child(field, name), i)));
  const none = list(rule, 'resourceRules').length === 0 && list(rule, 'nonResourceRules').length === 0;
  return [
    ...(list(rule, 'subjects').length === 0
      ? [required(child(field, 'subjects'), 'subjects must contain at least one value')]
      : each('subjects', subjectErrors)),
    ...(none ? [required(field, 'at least one of resourceRules and nonResourceRules has to be non-empty')] : []),
    ...each('resourceRules', resourceRuleErrors),
    ...each('nonResourceRules', otherRuleErrors),
  ];
}

/** The kinds of subjects, each with the field that describes it and the check of that. */
const subjects = [
  { kind: 'ServiceAccount', name: 'serviceAccount', check: accountErrors },
  { kind: 'User', name: 'user', check: namedSubject },
  { kind: 'Group', name: 'group', check: namedSubject },
] as const;

/** Upstream: ValidateFlowSchemaSubject. */
function subjectErrors(subject: ValueMap, field: Field): Errors {
  const kind = text(subject, 'kind');
  const meant = subjects.find((each) => each.kind === kind);
  if (meant === undefined) return [notSupported(child(field, 'kind'), kind, ['Group', 'ServiceAccount', 'User'])];
  const own = pointer(subject, meant.name);
  const place = child(field, meant.name);
  return [
    ...(own === undefined
      ? [required(place, `${meant.name} is required when subject kind is '${kind}'`)]
      : meant.check(own, place)),
    ...subjects
      .filter((each) => each !== meant && has(subject, each.name))
      .map((each) =>
        forbidden(child(field, each.name), `${each.name} is forbidden when subject kind is not '${each.kind}'`),
      ),
  ];
}

function accountErrors(account: ValueMap, field: Field): Errors {
  const [name, namespace] = [text(account, 'name'), text(account, 'namespace')];
  const place = child(field, 'namespace');
  return [
    ...(name === '' || name === '*'
      ? isGiven(account, 'name', field)
      : named(dns1123Subdomain, name, child(field, 'name'))),
    ...(namespace === ''
      ? [required(place, 'must specify namespace for service account')]
      : named(dns1123Label, namespace, place)),
  ];
}

function namedSubject(subject: ValueMap, field: Field): Errors {
  return isGiven(subject, 'name', field);
}

const verbs = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'proxy', 'update', 'watch'];

function verbErrors(rule: ValueMap, field: Field): Errors {
  const place = child(field, 'verbs');
  const given = texts(rule, 'verbs');
  if (given.length === 0) return [required(place, 'verbs must contain at least one value')];
  if (given.includes('*')) return aloneErrors(given, place, 'verbs');
  return given.every((verb) => verbs.includes(verb)) ? [] : [notSupported(place, given, verbs)];
}

/** The complaint about `*` beside others. */
function aloneErrors(given: readonly string[], place: Field, what: string): Errors {
  return given.length > 1 && given.includes('*')
    ? [invalid(place, given, `if '*' is present, must not specify other ${what}`)]
    : [];
}

/** Upstream: ValidateFlowSchemaResourcePolicyRule. */
function resourceRuleErrors(rule: ValueMap, field: Field): Errors {
  const [groups, resources, namespaces] = [
    texts(rule, 'apiGroups'),
    texts(rule, 'resources'),
    texts(rule, 'namespaces'),
  ];
  const place = (name: string) => child(field, name);
  return [
    ...verbErrors(rule, field),
    ...(groups.length === 0
      ? [required(place('apiGroups'), 'resource rules must supply at least one api group')]
      : aloneErrors(groups, place('apiGroups'), 'api groups')),
    ...(resources.length === 0
      ? [required(place('resources'), 'resource rules must supply at least one resource')]
      : aloneErrors(resources, place('resources'), 'resources')),
    ...(namespaces.length === 0 && flag(rule, 'clusterScope') !== true
      ? [required(place('namespaces'), 'resource rules that are not cluster scoped must supply at least one namespace')]
      : namespaceErrors(namespaces, place('namespaces'))),
  ];
}

function namespaceErrors(namespaces: readonly string[], field: Field): Errors {
  if (namespaces.includes('*')) return aloneErrors(namespaces, field, 'namespaces');
  return namespaces.flatMap((namespace, i) =>
    dns1123Label(namespace).map((words) =>
      invalid(at(field, i), namespace, `each member of this list must be '*' or a DNS-1123 label; ${words}`),
    ),
  );
}

/** Upstream: ValidateFlowSchemaNonResourcePolicyRule. */
function otherRuleErrors(rule: ValueMap, field: Field): Errors {
  const place = child(field, 'nonResourceURLs');
  const paths = texts(rule, 'nonResourceURLs');
  if (paths.length === 0) {
    return [...verbErrors(rule, field), required(place, 'nonResourceURLs must contain at least one value')];
  }
  return [
    ...verbErrors(rule, field),
    ...(paths.includes('*')
      ? aloneErrors(paths, place, 'non-resource URLs')
      : paths.flatMap((path, i) => invalidAll(at(place, i), path, pathFault(path)))),
  ];
}

/** Upstream: ValidateNonResourceURLPath. */
function pathFault(path: string): readonly string[] {
  if (path === '/') return [];
  if (path === '') return ['must not be empty'];
  if (!path.startsWith('/')) return ['must start with slash'];
  if (path.includes(' ')) return ['must not contain white-space'];
  if (path.includes('//')) return ['must not contain double slash'];
  const stars = path.split('*').length - 1;
  return stars > 1 || (stars === 1 && !path.endsWith('/*')) ? ['wildcard can only do suffix matching'] : [];
}

/** Complaints about the status of either kind. Upstream: ValidateFlowSchemaStatus. */
export function flowControlStatusErrors(object: ValueMap): Errors {
  const conditions = structs(struct(object, 'status'), 'conditions');
  const types = conditions.map((condition) => text(condition, 'type'));
  return types.flatMap((type, i) => {
    const place = child(at('status.conditions', i), 'type');
    return [
      ...(types.indexOf(type) < i ? [duplicate(place, type)] : []),
      ...(type === '' ? requiredInWords(place, 'must not be empty') : []),
    ];
  });
}

const zeroShares = 'flowcontrol.k8s.io/v1beta3-preserve-zero-concurrency-shares';

/** Complaints about a PriorityLevelConfiguration, new or, with the old one, changed. */
export function priorityLevelErrors(level: ValueMap, old?: ValueMap): Errors {
  const metadata = struct(level, 'metadata');
  return [
    ...metadataErrors(level, { namespaced: false, name: dns1123Subdomain }),
    ...(struct(metadata, 'annotations').has(zeroShares)
      ? [forbidden('metadata.annotations', `annotation '${zeroShares}' is forbidden`)]
      : []),
    ...levelSpecErrors(level, old),
    ...mandatoryErrors(level),
    ...flowControlStatusErrors(level),
  ];
}

/** Upstream: ValidateIfMandatoryPriorityLevelConfigurationObject. */
function mandatoryErrors(level: ValueMap): Errors {
  const name = text(struct(level, 'metadata'), 'name');
  const fixed = mandatoryLevels.get(name);
  if (fixed === undefined) return [];
  const spec = struct(level, 'spec');
  const isExempt = name === 'exempt';
  const compared = isExempt ? new Map(spec).set('exempt', fixed.get('exempt') ?? null) : spec;
  if (sameMeaning(compared, fixed)) return [];
  const rule = isExempt ? " except the 'spec.exempt' field must equal" : ' must equal';
  const value = shown('flowcontrol.PriorityLevelConfigurationSpec', spec);
  return [invalid('spec', value, `spec of '${name}'${rule} the fixed value`)];
}

/** Upstream: ValidatePriorityLevelConfigurationSpec. */
function levelSpecErrors(level: ValueMap, old: ValueMap | undefined): Errors {
  const spec = struct(level, 'spec');
  const type = text(spec, 'type');
  const [limited, exempt] = [pointer(spec, 'limited'), pointer(spec, 'exempt')];
  const isMisnamed = (text(struct(level, 'metadata'), 'name') === 'exempt') !== (type === 'Exempt');
  const declared = declaredSpecErrors(spec, old === undefined ? undefined : struct(old, 'spec'));
  const errors: Errors[] = [isMisnamed ? misnamed(type) : []];
  switch (type) {
    case 'Exempt':
      if (limited !== undefined) {
        errors.push(covered([forbidden('spec.limited', 'must be nil if the type is not Limited')]));
      }
      if (exempt !== undefined) errors.push(exemptErrors(exempt, 'spec.exempt'));
      break;
    case 'Limited':
      if (exempt !== undefined) errors.push(covered([forbidden('spec.exempt', 'must be nil if the type is Limited')]));
      errors.push(
        limited === undefined
          ? covered([required('spec.limited', 'must not be empty when type is Limited')])
          : limitedErrors(limited, 'spec.limited'),
      );
      break;
    default:
      errors.push(typeErrors(type, ['Exempt', 'Limited'], 'spec.type'));
  }
  return [...errors.flat(), ...declarative('v1.37', inVersions({ from: 'v1.37' }, declared))];
}

function misnamed(type: string): Errors {
  const words = "must be 'Exempt' if and only if `name` is 'exempt'";
  const former = "type must be 'Exempt' if and only if name is 'exempt'";
  return [
    ...inVersions({ until: 'v1.33' }, [invalid('spec.type', type, former)]),
    ...inVersions({ from: 'v1.34' }, [invalid('spec.type', type, words)]),
  ];
}

/** Complaints that declarative validation makes from v1.37 on. */
function covered(errors: Errors): Errors {
  return inVersions({ until: 'v1.36' }, errors);
}

/** Complaints about a type that there is not; until v1.36.2 an empty one was none of those that there are. */
function typeErrors(type: string, types: readonly string[], field: Field): Errors {
  if (type !== '') return [notSupported(field, type, types)];
  return [
    ...inReleases({ until: 'v1.36.2' }, [notSupported(field, type, types)]),
    ...covered(inReleases({ from: 'v1.36.3' }, [required(field)])),
  ];
}

/** Upstream: ValidateLimitedPriorityLevelConfiguration. */
function limitedErrors(limited: ValueMap, field: Field): Errors {
  const borrowed = count(limited, 'borrowingLimitPercent');
  return [
    ...sharesErrors(limited, field),
    ...limitResponseErrors(struct(limited, 'limitResponse'), child(field, 'limitResponse')),
    ...lendableErrors(limited, field),
    ...(borrowed !== undefined && borrowed < 0
      ? [
          invalid(
            child(field, 'borrowingLimitPercent'),
            BigInt(borrowed),
            'if specified, must be a non-negative integer',
          ),
        ]
      : []),
  ];
}

/** Upstream: ValidateExemptPriorityLevelConfiguration. */
function exemptErrors(exempt: ValueMap, field: Field): Errors {
  return [...sharesErrors(exempt, field), ...lendableErrors(exempt, field)];
}

function sharesErrors(level: ValueMap, field: Field): Errors {
  const shares = number(level, 'nominalConcurrencyShares');
  if (shares >= 0) return [];
  return [invalid(child(field, 'nominalConcurrencyShares'), BigInt(shares), 'must be a non-negative integer')];
}

function lendableErrors(level: ValueMap, field: Field): Errors {
  const percent = number(level, 'lendablePercent');
  return invalidAll(child(field, 'lendablePercent'), BigInt(percent), inRange(percent, 0, 100));
}

/** Upstream: ValidateLimitResponse. */
function limitResponseErrors(response: ValueMap, field: Field): Errors {
  const type = text(response, 'type');
  const queuing = pointer(response, 'queuing');
  const place = child(field, 'queuing');
  if (type === 'Reject') {
    const words = 'must be nil if limited.limitResponse.type is not Limited';
    return queuing === undefined ? [] : covered([forbidden(place, words)]);
  }
  if (type !== 'Queue') return typeErrors(type, ['Queue', 'Reject'], child(field, 'type'));
  if (queuing !== undefined) return queuingErrors(queuing, place);
  return covered([required(place, 'must not be empty if limited.limitResponse.type is Limited')]);
}

const mostQueues = 10_000_000;
const hashBits = 60;

/** Upstream: ValidatePriorityLevelQueuingConfiguration. */
function queuingErrors(queuing: ValueMap, field: Field): Errors {
  const [limit, queues, hand] = [
    number(queuing, 'queueLengthLimit'),
    number(queuing, 'queues'),
    number(queuing, 'handSize'),
  ];
  const bad = (name: string, value: number, words: string | undefined) =>
    words === undefined ? [] : [invalid(child(field, name), BigInt(value), words)];
  return [
    ...bad('queueLengthLimit', limit, limit <= 0 ? 'must be positive' : undefined),
    ...bad('queues', queues, queuesFault(queues)),
    ...bad('handSize', hand, handFault(hand, queues)),
  ];
}

function queuesFault(queues: number): string | undefined {
  if (queues <= 0) return 'must be positive';
  return queues > mostQueues ? `must not be greater than ${mostQueues}` : undefined;
}

/** Upstream: k8s.io/apiserver pkg/util/shufflesharding/shufflesharding.go RequiredEntropyBits. */
function handFault(hand: number, queues: number): string | undefined {
  if (hand <= 0) return 'must be positive';
  if (hand > queues) return `should not be greater than queues (${queues})`;
  if (Math.ceil(Math.log2(queues) * hand) <= hashBits) return undefined;
  return `required entropy bits of deckSize ${queues} and handSize ${hand} should not be greater than ${hashBits}`;
}

/**
 * What declarative validation complains about: which part belongs to which type. Parts that did not change pass.
 * Upstream: k8s.io/kubernetes pkg/apis/flowcontrol/v1/zz_generated.validations.go.
 */
function declaredSpecErrors(spec: ValueMap, old: ValueMap | undefined): Errors {
  if (old !== undefined && sameMeaning(spec, old)) return [];
  const limited = pointer(spec, 'limited');
  const before = pointer(old, 'limited');
  const isSame = before !== undefined && sameMeaning(limited ?? null, before);
  return [
    ...partErrors(spec, old, 'exempt', [], 'spec'),
    ...partErrors(spec, old, 'limited', ['Limited'], 'spec'),
    ...isGiven(spec, 'type', 'spec'),
    ...(limited === undefined || isSame
      ? []
      : declaredResponseErrors(struct(limited, 'limitResponse'), pointer(before, 'limitResponse'))),
  ];
}

function declaredResponseErrors(response: ValueMap, old: ValueMap | undefined): Errors {
  const field = 'spec.limited.limitResponse';
  if (old !== undefined && sameMeaning(response, old)) return [];
  return [...partErrors(response, old, 'queuing', ['Queue'], field), ...isGiven(response, 'type', field)];
}

/** A part that some types need; `exempt` may be there with its own type, any other part with those that need it. */
function partErrors(
  object: ValueMap,
  old: ValueMap | undefined,
  name: string,
  needing: readonly string[],
  field: Field,
): Errors {
  const type = text(object, 'type');
  if (old !== undefined && text(old, 'type') === type && sameAt(object, old, name)) return [];
  if (needing.includes(type)) return has(object, name) ? [] : [required(child(field, name))];
  const mayBe = name === 'exempt' && type === 'Exempt';
  return has(object, name) && !mayBe ? [forbidden(child(field, name), '')] : [];
}
