import { webhookClientErrors } from '@managed-fields/api-server';
import { equals, type ValueMap } from '@managed-fields/merge-engine';
import { duplicate, type Errors, invalid, notSupported, required, tooMany } from './errors.ts';
import { at, child, type Field } from './field-path.ts';
import { labelSelector } from './label-selector.ts';
import { dns1035Label, dns1123Subdomain } from './names.ts';
import { count, has, pointer, struct, structs, text, texts } from './object.ts';
import { metadataErrors } from './object-meta.ts';
import { compileErrors, compilerOf, inEachRelease } from './policy-compiler.ts';
import { isOneOf, isQualified, named } from './scalars.ts';
import { shown } from './shown.ts';

/*
 * Webhooks of the admission.
 * Upstream: k8s.io/kubernetes pkg/apis/admissionregistration/validation/validation.go, k8s.io/apiserver
 * pkg/util/webhook.
 */

/** What older objects may keep although it is wrong. */
interface Leniency {
  readonly sideEffects: boolean;
  readonly versions: boolean;
  readonly names: boolean;
  /** Whether no condition changed, so that none is looked at. */
  readonly conditions: boolean;
  /** Expressions that were there before: they may call functions that new ones may not yet. */
  readonly expressions: ReadonlySet<string>;
}

const strict: Leniency = {
  sideEffects: false,
  versions: false,
  names: false,
  conditions: false,
  expressions: new Set(),
};
const harmless = ['None', 'NoneOnDryRun'];
const versions = ['v1', 'v1beta1'];

/** Complaints about a new MutatingWebhookConfiguration or ValidatingWebhookConfiguration. */
export function webhooksErrors(configuration: ValueMap): Errors {
  return configurationErrors(configuration, strict);
}

/** Complaints about a changed configuration of webhooks. */
export function webhooksUpdateErrors(configuration: ValueMap, old: ValueMap): Errors {
  const before = structs(old, 'webhooks');
  const names = before.map((hook) => text(hook, 'name'));
  return configurationErrors(configuration, {
    sideEffects: !before.every((hook) => harmless.includes(text(hook, 'sideEffects'))),
    versions: !before.every((hook) => texts(hook, 'admissionReviewVersions').some((one) => versions.includes(one))),
    names: new Set(names).size < names.length,
    conditions: keepsConditions(structs(configuration, 'webhooks'), before),
    expressions: new Set(
      before.flatMap((hook) => structs(hook, 'matchConditions').map((one) => text(one, 'expression'))),
    ),
  });
}

/** Upstream: ignoreMutatingWebhookMatchConditions, ignoreValidatingWebhookMatchConditions. */
function keepsConditions(hooks: readonly ValueMap[], before: readonly ValueMap[]): boolean {
  const conditionsOf = (hook: ValueMap | undefined) => structs(hook, 'matchConditions');
  return (
    hooks.length === before.length && hooks.every((hook, i) => equals(conditionsOf(hook), conditionsOf(before[i])))
  );
}

function configurationErrors(configuration: ValueMap, lenient: Leniency): Errors {
  const hooks = structs(configuration, 'webhooks');
  const names = hooks.map((hook) => text(hook, 'name'));
  return [
    ...metadataErrors(configuration, { namespaced: false, name: dns1123Subdomain, plainFinalizers: true }),
    ...hooks.flatMap((hook, i) => {
      const place = at('webhooks', i);
      const name = names[i] ?? '';
      const twice = !lenient.names && name !== '' && names.indexOf(name) < i;
      return [
        ...hookErrors(hook, lenient, place),
        ...versionErrors(hook, lenient, child(place, 'admissionReviewVersions')),
        ...(twice ? [duplicate(child(place, 'name'), name)] : []),
      ];
    }),
  ];
}

function hookErrors(hook: ValueMap, lenient: Leniency, field: Field): Errors {
  const effects = lenient.sideEffects ? ['None', 'NoneOnDryRun', 'Some', 'Unknown'] : harmless;
  const seconds = count(hook, 'timeoutSeconds');
  const chosen = (name: string, supported: readonly string[]): Errors =>
    has(hook, name) ? isOneOf(text(hook, name), supported, child(field, name)) : [];
  return [
    ...fullName(text(hook, 'name'), child(field, 'name')),
    ...structs(hook, 'rules').flatMap((rule, i) => ruleErrors(rule, at(child(field, 'rules'), i))),
    ...chosen('failurePolicy', ['Fail', 'Ignore']),
    ...chosen('matchPolicy', ['Equivalent', 'Exact']),
    ...(has(hook, 'sideEffects')
      ? []
      : [required(child(field, 'sideEffects'), `must specify one of ${effects.join(', ')}`)]),
    ...chosen('sideEffects', effects),
    ...(seconds !== undefined && (seconds > 30 || seconds < 1)
      ? [invalid(child(field, 'timeoutSeconds'), BigInt(seconds), 'the timeout value must be between 1 and 30 seconds')]
      : []),
    ...['namespaceSelector', 'objectSelector'].flatMap((name) =>
      labelSelector(pointer(hook, name), child(field, name)),
    ),
    ...chosen('reinvocationPolicy', ['IfNeeded', 'Never']),
    ...webhookClientErrors(struct(hook, 'clientConfig'), child(field, 'clientConfig')),
    ...(lenient.conditions
      ? []
      : inEachRelease((release) =>
          conditionErrors(hook, child(field, 'matchConditions'), (expression, place) =>
            compileErrors(
              compilerOf(hook, false, release, lenient.expressions.has(expression)),
              'condition',
              expression,
              place,
            ),
          ),
        )),
  ];
}

/** Upstream: IsFullyQualifiedName. */
function fullName(name: string, field: Field): Errors {
  if (name === '') return [required(field)];
  const complaints = dns1123Subdomain(name);
  if (complaints.length > 0) return [invalid(field, name, complaints.join(','))];
  if (name.split('.').length >= 3) return [];
  return [invalid(field, name, 'should be a domain with at least three segments separated by dots')];
}

function versionErrors(hook: ValueMap, lenient: Leniency, field: Field): Errors {
  const given = texts(hook, 'admissionReviewVersions');
  if (given.length === 0) return [required(field, `must specify one of ${versions.join(', ')}`)];
  const known = given.some((one) => versions.includes(one));
  const missing = `must include at least one of ${versions.join(', ')}`;
  return [
    ...given.flatMap((version, i) =>
      given.indexOf(version) < i
        ? [invalid(at(field, i), version, 'duplicate version')]
        : named(dns1035Label, version, at(field, i)),
    ),
    ...(known || lenient.versions ? [] : [invalid(field, given, missing)]),
  ];
}

const operations = ['*', 'CONNECT', 'CREATE', 'DELETE', 'UPDATE'];

/** Complaints about a rule that chooses requests. Upstream: validateRuleWithOperations. */
export function ruleErrors(rule: ValueMap, field: Field): Errors {
  const given = texts(rule, 'operations');
  const versionPlace = child(field, 'apiVersions');
  return [
    ...filledOrAll(rule, 'operations', 'operations', field),
    ...given.flatMap((operation, i) =>
      operations.includes(operation) ? [] : [notSupported(at(child(field, 'operations'), i), operation, operations)],
    ),
    ...filledOrAll(rule, 'apiGroups', 'API groups', field),
    ...filledOrAll(rule, 'apiVersions', 'API versions', field),
    ...texts(rule, 'apiVersions').flatMap((version, i) => (version === '' ? [required(at(versionPlace, i))] : [])),
    ...resourceErrors(texts(rule, 'resources'), child(field, 'resources')),
    ...(has(rule, 'scope') ? isOneOf(text(rule, 'scope'), ['*', 'Cluster', 'Namespaced'], child(field, 'scope')) : []),
  ];
}

function filledOrAll(rule: ValueMap, name: string, words: string, field: Field): Errors {
  const given = texts(rule, name);
  if (given.length === 0) return [required(child(field, name))];
  if (given.length === 1 || !given.includes('*')) return [];
  const type = name === 'operations' ? '[]admissionregistration.OperationType' : '[]string';
  return [invalid(child(field, name), shown(type, given), `if '*' is present, must not specify other ${words}`)];
}

/** Upstream: validateResources, which lets the last resource without a subresource decide. */
function resourceErrors(given: readonly string[], field: Field): Errors {
  const errors: Errors[number][] = given.length === 0 ? [required(field)] : [];
  const wholes = new Set<string>();
  const parts = new Set<string>();
  let plain = false;
  for (const [i, each] of given.entries()) {
    const slash = each.indexOf('/');
    if (each === '') errors.push(required(at(field, i)));
    else if (slash < 0) plain = each !== '*';
    if (slash < 0) continue;
    const [resource, part] = [each.slice(0, slash), each.slice(slash + 1)];
    if (wholes.has(resource)) {
      errors.push(invalid(at(field, i), each, `if '${resource}/*' is present, must not specify ${each}`));
    }
    if (parts.has(part)) {
      errors.push(invalid(at(field, i), each, `if '*/${part}' is present, must not specify ${each}`));
    }
    if (part === '*') wholes.add(resource);
    if (resource === '*') parts.add(part);
  }
  if (given.length > 1 && given.includes('*/*')) {
    errors.push(invalid(field, given, "if '*/*' is present, must not specify other resources"));
  }
  if (given.includes('*') && plain) {
    const words = "if '*' is present, must not specify other resources without subresources";
    errors.push(invalid(field, given, words));
  }
  return errors;
}

/**
 * Complaints about match conditions; `compile` complains about an expression, without blanks around it. Upstream:
 * validateMatchConditions.
 */
export function conditionErrors(
  hook: ValueMap,
  field: Field,
  compile: (expression: string, field: Field) => Errors,
): Errors {
  const conditions = structs(hook, 'matchConditions');
  const names = conditions.map((condition) => text(condition, 'name'));
  return [
    ...(conditions.length > 64 ? [tooMany(field, conditions.length, 64)] : []),
    ...conditions.flatMap((condition, i) => {
      const place = at(field, i);
      const name = names[i] ?? '';
      return [
        ...expressionErrors(text(condition, 'expression').trim(), child(place, 'expression'), compile),
        ...(name === '' ? [required(child(place, 'name'))] : isQualified(name, child(place, 'name'))),
        ...(name !== '' && names.indexOf(name) < i ? [duplicate(child(place, 'name'), name)] : []),
      ];
    }),
  ];
}

function expressionErrors(
  expression: string,
  field: Field,
  compile: (expression: string, field: Field) => Errors,
): Errors {
  return expression === '' ? [required(field)] : compile(expression, field);
}
