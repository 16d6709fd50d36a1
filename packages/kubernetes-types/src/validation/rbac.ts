import type { ValueMap } from '@managed-fields/merge-engine';
import { declarative, declaredFrom, type Errors, inVersions, invalid, notSupported, required } from './errors.ts';
import { at, child, type Field } from './field-path.ts';
import { labelSelector, selectorFails } from './label-selector.ts';
import { dns1123Subdomain, pathSegment } from './names.ts';
import { list, pointer, struct, structs, text } from './object.ts';
import { metadataErrors, metadataUpdateErrors } from './object-meta.ts';
import { named } from './scalars.ts';
import { sameAt } from './semantic.ts';
import { shown } from './shown.ts';

/*
 * Roles and who has them.
 * Upstream: k8s.io/kubernetes pkg/apis/rbac/validation/validation.go.
 */

const group = 'rbac.authorization.k8s.io';

/** Complaints about a new Role or, without a namespace, ClusterRole. */
export function roleErrors(namespaced: boolean): (role: ValueMap) => Errors {
  return (role) => [
    ...metadataErrors(role, { namespaced, name: pathSegment, maskPrefix: false }),
    ...structs(role, 'rules').flatMap((rule, i) => ruleErrors(rule, namespaced, at('rules', i))),
    ...aggregation(pointer(role, 'aggregationRule')),
  ];
}

function ruleErrors(rule: ValueMap, namespaced: boolean, field: Field): Errors {
  const errors: Errors[number][] = [];
  const urls = list(rule, 'nonResourceURLs');
  if (list(rule, 'verbs').length === 0) {
    const place = child(field, 'verbs');
    errors.push(
      ...declaredFrom('v1.37', [required(place, 'verbs must contain at least one value')], [required(place)]),
    );
  }
  if (urls.length > 0) {
    const place = child(field, 'nonResourceURLs');
    const both = ['apiGroups', 'resources', 'resourceNames'].some((name) => list(rule, name).length > 0);
    if (namespaced) errors.push(invalid(place, urls, 'namespaced rules cannot apply to non-resource URLs'));
    if (both) errors.push(invalid(place, urls, 'rules cannot apply to both regular resources and non-resource URLs'));
    return errors;
  }
  if (list(rule, 'apiGroups').length === 0) {
    errors.push(required(child(field, 'apiGroups'), 'resource rules must supply at least one api group'));
  }
  if (list(rule, 'resources').length === 0) {
    errors.push(required(child(field, 'resources'), 'resource rules must supply at least one resource'));
  }
  return errors;
}

function aggregation(rule: ValueMap | undefined): Errors {
  if (rule === undefined) return [];
  const field = 'aggregationRule.clusterRoleSelectors';
  const selectors = structs(rule, 'clusterRoleSelectors');
  const words = 'at least one clusterRoleSelector required if aggregationRule is non-nil';
  return [
    ...(selectors.length === 0 ? [required(field, words)] : []),
    ...selectors.flatMap((selector, i) => [
      ...labelSelector(selector, at(field, i)),
      ...(selectorFails(selector) ? [invalid(at(field, i), null, 'invalid label selector.')] : []),
    ]),
  ];
}

/** Complaints about a changed role. */
export function roleUpdateErrors(namespaced: boolean): (role: ValueMap, old: ValueMap) => Errors {
  return (role, old) => [...roleErrors(namespaced)(role), ...metadataUpdateErrors(role, old)];
}

/** Complaints about a new RoleBinding or, without a namespace, ClusterRoleBinding. */
export function bindingErrors(namespaced: boolean): (binding: ValueMap) => Errors {
  return (binding) => allBindingErrors(binding, namespaced, []);
}

/**
 * `change` are complaints about the reference that come before those about subjects. Declarative validation does not look into one that
 * changed: `sameRole` is false then.
 */
function allBindingErrors(binding: ValueMap, namespaced: boolean, change: Errors, sameRole = true): Errors {
  const kinds = namespaced ? ['Role', 'ClusterRole'] : ['ClusterRole'];
  const role = struct(binding, 'roleRef');
  const name = text(role, 'name');
  const missing = name === '' ? [required('roleRef.name')] : [];
  return [
    ...metadataErrors(binding, { namespaced, name: pathSegment, maskPrefix: false }),
    ...ofGroup(role, 'roleRef'),
    ...(kinds.includes(text(role, 'kind')) ? [] : [notSupported('roleRef.kind', text(role, 'kind'), kinds)]),
    ...(name === '' ? [] : named(pathSegment, name, 'roleRef.name')),
    ...(sameRole ? inVersions({ until: 'v1.36' }, missing) : missing),
    ...change,
    ...structs(binding, 'subjects').flatMap((subject, i) => subjectErrors(subject, namespaced, at('subjects', i))),
    ...(sameRole ? inVersions({ from: 'v1.37' }, declarative('v1.37', missing)) : []),
  ];
}

function ofGroup(object: ValueMap, field: Field): Errors {
  const given = text(object, 'apiGroup');
  return given === group ? [] : [notSupported(child(field, 'apiGroup'), given, [group])];
}

function subjectErrors(subject: ValueMap, namespaced: boolean, field: Field): Errors {
  const name = text(subject, 'name');
  const missing = name === '' ? declarative('v1.37', [required(child(field, 'name'))]) : [];
  switch (text(subject, 'kind')) {
    case 'ServiceAccount': {
      const given = text(subject, 'apiGroup');
      const homeless = !namespaced && text(subject, 'namespace') === '';
      return [
        ...missing,
        ...(name === '' ? [] : named(dns1123Subdomain, name, child(field, 'name'))),
        ...(given === '' ? [] : [notSupported(child(field, 'apiGroup'), given, [''])]),
        ...(homeless ? [required(child(field, 'namespace'))] : []),
      ];
    }
    case 'User':
    case 'Group':
      return [...missing, ...ofGroup(subject, field)];
    default: {
      const kinds = ['ServiceAccount', 'User', 'Group'];
      return [...missing, notSupported(child(field, 'kind'), text(subject, 'kind'), kinds)];
    }
  }
}

/** Complaints about a changed binding; its reference never changes. */
export function bindingUpdateErrors(namespaced: boolean): (binding: ValueMap, old: ValueMap) => Errors {
  return (binding, old) => {
    const sameRole = sameAt(binding, old, 'roleRef');
    const changed = (words: string) =>
      sameRole ? [] : [invalid('roleRef', shown('rbac.RoleRef', binding.get('roleRef')), words)];
    return [
      ...allBindingErrors(
        binding,
        namespaced,
        declarative('v1.37', inVersions({ from: 'v1.37', until: 'v1.37' }, changed('field is immutable'))),
        sameRole,
      ),
      ...metadataUpdateErrors(binding, old),
      ...declaredFrom('v1.37', changed('cannot change roleRef'), []),
      ...declaredFrom(
        'v1.38',
        [],
        changed('field is immutable').map((error) => ({ ...error, value: null })),
      ),
    ];
  };
}
