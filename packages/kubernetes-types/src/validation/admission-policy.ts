import { pathSegment } from '@managed-fields/api-server';
import type { CelRelease } from '@managed-fields/api-server/custom-resources';
import { equals, type ValueMap } from '@managed-fields/merge-engine';
import { conditions } from './conditions.ts';
import {
  declarative,
  duplicate,
  type Errors,
  forbidden,
  inVersions,
  invalid,
  notSupported,
  required,
} from './errors.ts';
import { at, child, type Field } from './field-path.ts';
import { labelSelector } from './label-selector.ts';
import { dns1035Label, dns1123Subdomain } from './names.ts';
import { has, list, pointer, struct, structs, text, texts } from './object.ts';
import { metadataErrors } from './object-meta.ts';
import { type Compiler, compiledErrors, compileErrors, compilerOf, inEachRelease } from './policy-compiler.ts';
import { isGivenOneOf, isOneOf, isQualified, named } from './scalars.ts';
import { shown } from './shown.ts';
import { conditionErrors, ruleErrors } from './webhook.ts';

/*
 * Admission policies and their bindings.
 * Upstream: k8s.io/kubernetes pkg/apis/admissionregistration/validation/validation.go.
 */

/** Complaints about a ValidatingAdmissionPolicy. */
export function validatingPolicyErrors(policy: ValueMap, old?: ValueMap): Errors {
  return inEachRelease((release) => validatingErrors(policy, old, release));
}

function validatingErrors(policy: ValueMap, old: ValueMap | undefined, release: CelRelease): Errors {
  const spec = struct(policy, 'spec');
  const compiler = compilerOf(spec, structs(spec, 'variables').length > 0, release);
  const [validations, annotations] = [structs(spec, 'validations'), structs(spec, 'auditAnnotations')];
  const keys = annotations.map((each) => text(each, 'key'));
  const nothing = 'validations or auditAnnotations must contain at least one item';
  const isEmpty = validations.length === 0 && annotations.length === 0;
  return [
    ...commonErrors(policy, [compiler, compilerOf(spec, false, release)], old),
    ...(isEmpty ? [required('spec.validations', nothing), required('spec.auditAnnotations', nothing)] : []),
    ...validations.flatMap((each, i) => validationErrors(each, compiler, at('spec.validations', i))),
    ...(annotations.length > 20
      ? [
          invalid(
            'spec.auditAnnotations',
            shown('[]admissionregistration.AuditAnnotation', annotations),
            'must not have more than 20 auditAnnotations',
          ),
        ]
      : []),
    ...annotations.flatMap((each, i) => {
      const place = at('spec.auditAnnotations', i);
      const key = keys[i] ?? '';
      return [
        ...annotationErrors(policy, each, compiler, place),
        ...(keys.indexOf(key) < i ? [duplicate(child(place, 'key'), key)] : []),
      ];
    }),
  ];
}

const mutatingOperations = ['*', 'CONNECT', 'CREATE', 'UPDATE'];

/** Complaints about a MutatingAdmissionPolicy. */
export function mutatingPolicyErrors(policy: ValueMap, old?: ValueMap): Errors {
  return inEachRelease((release) => mutatingErrors(policy, old, release));
}

function mutatingErrors(policy: ValueMap, old: ValueMap | undefined, release: CelRelease): Errors {
  const spec = struct(policy, 'spec');
  const compiler = compilerOf(spec, true, release);
  const operations = operationErrors(pointer(spec, 'matchConstraints'), 'spec.matchConstraints');
  const mutations = structs(spec, 'mutations');
  return [
    ...commonErrors(policy, [compiler, compilerOf(spec, false, release)], old, operations),
    ...(mutations.length === 0 ? [required('spec.mutations', 'mutations must contain at least one item')] : []),
    ...mutations.flatMap((each, i) => mutationErrors(each, compiler, at('spec.mutations', i))),
    ...isGivenOneOf(text(spec, 'reinvocationPolicy'), ['IfNeeded', 'Never'], 'spec.reinvocationPolicy'),
  ];
}

/**
 * What both kinds of policies have; `more` comes after the complaints about what they match. Conditions have a compiler of
 * their own, which knows no variables.
 */
function commonErrors(
  policy: ValueMap,
  [compiler, conditions]: readonly [Compiler, Compiler],
  old: ValueMap | undefined,
  more: Errors = [],
): Errors {
  const spec = struct(policy, 'spec');
  const paramKind = pointer(spec, 'paramKind');
  const constraints = pointer(spec, 'matchConstraints');
  const rules = 'spec.matchConstraints.resourceRules';
  return [
    ...metadataErrors(policy, { namespaced: false, name: dns1123Subdomain, plainFinalizers: true }),
    ...(has(spec, 'failurePolicy')
      ? isOneOf(text(spec, 'failurePolicy'), ['Fail', 'Ignore'], 'spec.failurePolicy')
      : [required('spec.failurePolicy')]),
    ...(paramKind === undefined ? [] : paramKindErrors(paramKind, 'spec.paramKind')),
    ...(constraints === undefined
      ? [required('spec.matchConstraints')]
      : matchErrors(constraints, 'spec.matchConstraints')),
    ...(constraints !== undefined && structs(constraints, 'resourceRules').length === 0 ? [required(rules)] : []),
    ...more,
    ...(old !== undefined && keepsConditions(spec, struct(old, 'spec'))
      ? []
      : conditionErrors(spec, 'spec.matchConditions', (expression, field) =>
          compileErrors(conditions, 'condition', expression, field),
        )),
    ...structs(spec, 'variables').flatMap((each, i) => variableErrors(each, compiler, at('spec.variables', i))),
  ];
}

/** Upstream: ignoreValidatingAdmissionPolicyMatchConditions. */
function keepsConditions(spec: ValueMap, old: ValueMap): boolean {
  return ['paramKind', 'matchConditions'].every((key) => equals(spec.get(key) ?? null, old.get(key) ?? null));
}

/** Upstream: validateParamKind. */
function paramKindErrors(kind: ValueMap, field: Field): Errors {
  const apiVersion = text(kind, 'apiVersion');
  const name = text(kind, 'kind');
  const complaints = dns1035Label(name.toLowerCase());
  return [
    ...groupVersionErrors(apiVersion, child(field, 'apiVersion')),
    ...(name === '' ? [required(child(field, 'kind'))] : []),
    ...(name !== '' && complaints.length > 0
      ? [
          invalid(
            child(field, 'kind'),
            name,
            `may have mixed case, but should otherwise match: ${complaints.join(',')}`,
          ),
        ]
      : []),
  ];
}

function groupVersionErrors(apiVersion: string, field: Field): Errors {
  if (apiVersion === '') return [required(field)];
  const parts = apiVersion === '/' ? ['', ''] : apiVersion.split('/');
  if (parts.length > 2) return [invalid(field, apiVersion, `unexpected GroupVersion string: ${apiVersion}`)];
  const [group = '', version = ''] = parts.length === 2 ? parts : ['', ...parts];
  const [ofGroup, ofVersion] = [dns1123Subdomain(group), dns1035Label(version)];
  return [
    ...(group !== '' && ofGroup.length > 0 ? [invalid(field, group, ofGroup.join(','))] : []),
    ...(version === '' ? [invalid(field, apiVersion, 'version must be specified')] : []),
    ...(version !== '' && ofVersion.length > 0 ? [invalid(field, version, ofVersion.join(','))] : []),
  ];
}

/** Upstream: validateMatchResources. */
function matchErrors(resources: ValueMap, field: Field): Errors {
  const given = (name: string, check: (place: Field) => Errors): Errors =>
    has(resources, name) ? check(child(field, name)) : [required(child(field, name))];
  return [
    ...given('matchPolicy', (place) => isOneOf(text(resources, 'matchPolicy'), ['Equivalent', 'Exact'], place)),
    ...['namespaceSelector', 'objectSelector'].flatMap((name) =>
      given(name, (place) => labelSelector(pointer(resources, name), place)),
    ),
    ...['resourceRules', 'excludeResourceRules'].flatMap((name) =>
      structs(resources, name).flatMap((rule, i) => namedRuleErrors(rule, at(child(field, name), i))),
    ),
  ];
}

/** Upstream: validateNamedRuleWithOperations. */
function namedRuleErrors(rule: ValueMap, field: Field): Errors {
  const names = texts(rule, 'resourceNames');
  return [
    ...names.flatMap((name, i) => {
      const place = at(child(field, 'resourceNames'), i);
      return [...named(pathSegment, name, place), ...(names.indexOf(name) < i ? [duplicate(place, name)] : [])];
    }),
    ...ruleErrors(rule, field),
  ];
}

function operationErrors(resources: ValueMap | undefined, field: Field): Errors {
  const place = child(child(field, 'resourceRules'), 'operations');
  return structs(resources, 'resourceRules')
    .flatMap((rule) => texts(rule, 'operations'))
    .filter((operation) => !mutatingOperations.includes(operation))
    .map((operation) => notSupported(place, operation, mutatingOperations));
}

const identifier = /^[_a-zA-Z][_a-zA-Z0-9]*$/;
const reserved = new Set(
  'true false null in as break const continue else for function if import let loop package namespace return var void while'.split(
    ' ',
  ),
);

/** Upstream: validateVariable. */
function variableErrors(variable: ValueMap, compiler: Compiler, field: Field): Errors {
  const [name, expression] = [text(variable, 'name'), text(variable, 'expression')];
  const [namePlace, place] = [child(field, 'name'), child(field, 'expression')];
  const isName = identifier.test(name) && !reserved.has(name);
  return [
    ...(name.trim() === '' ? [required(namePlace, 'name is not specified')] : []),
    ...(name.trim() !== '' && !isName ? [invalid(namePlace, name, 'must be a valid CEL identifier')] : []),
    ...(expression.trim() === ''
      ? [required(place, 'expression is not specified')]
      : compiledErrors(compiler.addVariable(name, expression), expression, place)),
  ];
}

/** Upstream: validateValidation. */
function validationErrors(validation: ValueMap, compiler: Compiler, field: Field): Errors {
  const [expression, message] = [text(validation, 'expression'), text(validation, 'message')];
  const words = text(validation, 'messageExpression');
  const place = (name: string) => child(field, name);
  const blank = 'must be non-empty if specified';
  return [
    ...(expression.trim() === ''
      ? [required(place('expression'), 'expression is not specified')]
      : compileErrors(compiler, 'validation', expression, place('expression'))),
    ...(words !== '' && words.trim() === '' ? [invalid(place('messageExpression'), words, blank)] : []),
    ...(words.trim() === '' ? [] : compileErrors(compiler, 'message', words, place('messageExpression'))),
    ...(message !== '' && message.trim() === '' ? [invalid(place('message'), message, blank)] : []),
    ...(/[\n\r]/.test(message.trim()) ? [invalid(place('message'), message, 'must not contain line breaks')] : []),
    ...(has(validation, 'reason')
      ? isOneOf(text(validation, 'reason'), ['Forbidden', 'Invalid', 'RequestEntityTooLarge'], place('reason'))
      : []),
  ];
}

/** Upstream: validateAuditAnnotation. */
function annotationErrors(policy: ValueMap, annotation: ValueMap, compiler: Compiler, field: Field): Errors {
  const [key, written] = [text(annotation, 'key'), text(annotation, 'valueExpression')];
  const name = text(struct(policy, 'metadata'), 'name');
  const [keyPlace, place] = [child(field, 'key'), child(field, 'valueExpression')];
  const expression = written.trim();
  return [
    ...(name === ''
      ? [invalid(keyPlace, key, 'requires metadata.name be non-empty')]
      : isQualified(`${name}/${key}`, keyPlace)),
    ...(expression === ''
      ? [required(place, 'valueExpression is not specified')]
      : expression.length > 5120
        ? [required(place, 'must not exceed 5120 bytes in length')]
        : compileErrors(compiler, 'annotation', expression, place, written)),
  ];
}

const patches = [
  { type: 'JSONPatch', name: 'jsonPatch', other: 'applyConfiguration', part: 'json-patch' },
  { type: 'ApplyConfiguration', name: 'applyConfiguration', other: 'jsonPatch', part: 'configuration' },
] as const;

/** Upstream: validateMutation. */
function mutationErrors(mutation: ValueMap, compiler: Compiler, field: Field): Errors {
  const type = text(mutation, 'patchType');
  const patch = patches.find((each) => each.type === type);
  if (patch === undefined) {
    return isGivenOneOf(type, ['ApplyConfiguration', 'JSONPatch'], child(field, 'patchType'));
  }
  const { name, other, part } = patch;
  const own = pointer(mutation, name);
  const place = child(child(field, name), 'expression');
  const expression = text(own ?? new Map(), 'expression').trim();
  return [
    ...(own === undefined ? [required(child(field, name), `must be specified when patchType is ${type}`)] : []),
    ...(own !== undefined && expression === '' ? [required(place)] : []),
    ...(expression === '' ? [] : compileErrors(compiler, part, expression, place)),
    ...(has(mutation, other)
      ? [invalid(child(field, other), `{${other}}`, `must not be specified when patchType is ${type}`)]
      : []),
  ];
}

/**
 * Complaints about the status of a ValidatingAdmissionPolicy: what its type checking warned of, and its conditions.
 * Upstream: validateValidatingAdmissionPolicyStatus.
 */
export function validatingStatusErrors(policy: ValueMap): Errors {
  const status = struct(policy, 'status');
  const warnings = structs(pointer(status, 'typeChecking'), 'expressionWarnings').flatMap((warning, i) => {
    const place = at('status.typeChecking.expressionWarnings', i);
    return [
      ...(text(warning, 'warning') === '' ? [required(child(place, 'warning'))] : []),
      ...(text(warning, 'fieldRef').trim() === '' ? [required(child(place, 'fieldRef'))] : []),
    ];
  });
  return [...warnings, ...conditions(status, 'conditions', 'status')];
}

/** Complaints about a binding of either kind of policy. */
function bindingErrors(binding: ValueMap, more: (spec: ValueMap) => Errors, isDeclared: boolean): Errors {
  const spec = struct(binding, 'spec');
  const name = text(spec, 'policyName');
  const missing = name === '' ? [required('spec.policyName')] : [];
  const resources = pointer(spec, 'matchResources');
  return [
    ...metadataErrors(binding, { namespaced: false, name: dns1123Subdomain, plainFinalizers: true }),
    ...(isDeclared ? declarative('v1.37', missing) : missing),
    ...(name === '' ? [] : named(dns1123Subdomain, name, 'spec.policyName')),
    ...paramRefErrors(pointer(spec, 'paramRef'), 'spec.paramRef'),
    ...(resources === undefined ? [] : matchErrors(resources, 'spec.matchResources')),
    ...more(spec),
  ];
}

/** Complaints about a MutatingAdmissionPolicyBinding. */
export function mutatingBindingErrors(binding: ValueMap): Errors {
  return bindingErrors(
    binding,
    (spec) => operationErrors(pointer(spec, 'matchResources'), 'spec.matchResources'),
    false,
  );
}

/** Complaints about a ValidatingAdmissionPolicyBinding. */
export function validatingBindingErrors(binding: ValueMap): Errors {
  return bindingErrors(binding, actionErrors, true);
}

/** Upstream: validateValidationActions. */
function actionErrors(spec: ValueMap): Errors {
  const field = 'spec.validationActions';
  const actions = texts(spec, 'validationActions');
  const both =
    'must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)';
  return [
    ...actions.flatMap((action, i) => [
      ...isOneOf(action, ['Audit', 'Deny', 'Warn'], at(field, i)),
      ...(actions.indexOf(action) < i ? [duplicate(at(field, i), action)] : []),
    ]),
    ...(actions.includes('Deny') && actions.includes('Warn')
      ? [invalid(field, shown('[]admissionregistration.ValidationAction', list(spec, 'validationActions')), both)]
      : []),
    ...(actions.length === 0
      ? [
          ...declarative(
            'v1.36',
            inVersions({ until: 'v1.36' }, [required(field, 'at least one validation action is required')]),
          ),
          ...declarative('v1.37', inVersions({ from: 'v1.37' }, [required(field)])),
        ]
      : []),
  ];
}

/** Upstream: validateParamRef. */
function paramRefErrors(ref: ValueMap | undefined, field: Field): Errors {
  if (ref === undefined) return [];
  const name = text(ref, 'name');
  const selector = pointer(ref, 'selector');
  const exclusive = 'name and selector are mutually exclusive';
  return [
    ...(name === '' ? [] : named(pathSegment, name, child(field, 'name'))),
    ...(name !== '' && selector !== undefined ? [forbidden(child(field, 'name'), exclusive)] : []),
    ...labelSelector(selector, child(field, 'selector')),
    ...(name !== '' && selector !== undefined ? [forbidden(child(field, 'selector'), exclusive)] : []),
    ...(name === '' && selector === undefined ? [required(field, 'one of name or selector must be specified')] : []),
    ...isGivenOneOf(text(ref, 'parameterNotFoundAction'), ['Deny', 'Allow'], child(field, 'parameterNotFoundAction')),
  ];
}
