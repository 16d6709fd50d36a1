import type { ValueMap } from '@managed-fields/merge-engine';
import {
  declarative,
  type Errors,
  forbidden,
  invalid,
  invalidAll,
  required,
  requiredInWords,
  tooLong,
} from './errors.ts';
import { at, child, type Field } from './field-path.ts';
import { parseAddress } from './ip.ts';
import { dns1123Label, dns1123Subdomain, pathSegment, portName, portNumber, wildcardSubdomain } from './names.ts';
import { has, number, pointer, struct, structAt, structs, text, texts } from './object.ts';
import { type MetadataRules, metadataErrors, metadataUpdateErrors } from './object-meta.ts';
import { isAddress, isOneOf, isServiceName, isSubdomain, named } from './scalars.ts';
import { sameAt } from './semantic.ts';
import { shown } from './shown.ts';

/*
 * Ingresses and their classes.
 * Upstream: k8s.io/kubernetes pkg/apis/networking/validation/validation.go.
 */

const metadataRules: MetadataRules = { namespaced: true, name: dns1123Subdomain };
const classAnnotation = 'kubernetes.io/ingress.class';

/** Complaints about a new Ingress. */
export function ingressErrors(ingress: ValueMap): Errors {
  const spec = struct(ingress, 'spec');
  const annotations = structAt(ingress, 'metadata', 'annotations');
  const annotation = text(annotations, classAnnotation);
  const differs =
    annotations.has(classAnnotation) && has(spec, 'ingressClassName') && annotation !== text(spec, 'ingressClassName');
  return [
    ...wholeIngress(ingress),
    ...(differs
      ? [invalid(`annotations.${classAnnotation}`, annotation, 'must match `ingressClassName` when both are specified')]
      : []),
  ];
}

/** Complaints about a changed Ingress. */
export function ingressUpdateErrors(ingress: ValueMap, old: ValueMap): Errors {
  return [...metadataUpdateErrors(ingress, old), ...wholeIngress(ingress)];
}

function wholeIngress(ingress: ValueMap): Errors {
  return [...metadataErrors(ingress, metadataRules), ...specErrors(struct(ingress, 'spec'), 'spec')];
}

function specErrors(spec: ValueMap, field: Field): Errors {
  const backend = pointer(spec, 'defaultBackend');
  const rules = structs(spec, 'rules');
  const words = 'either `defaultBackend` or `rules` must be specified';
  return [
    ...(rules.length === 0 && backend === undefined
      ? [invalid(field, shown('[]networking.IngressRule', spec.get('rules')), words)]
      : []),
    ...(backend === undefined ? [] : backendErrors(backend, child(field, 'defaultBackend'))),
    ...rules.flatMap((rule, i) => ruleErrors(rule, at(child(field, 'rules'), i))),
    ...structs(spec, 'tls').flatMap((tls, i) => tlsErrors(tls, at(child(field, 'tls'), i))),
    ...(has(spec, 'ingressClassName')
      ? isSubdomain(text(spec, 'ingressClassName'), child(field, 'ingressClassName'))
      : []),
  ];
}

function hostErrors(host: string, field: Field): Errors {
  return named(host.includes('*') ? wildcardSubdomain : dns1123Subdomain, host, field);
}

function tlsErrors(tls: ValueMap, field: Field): Errors {
  const secret = text(tls, 'secretName');
  return [
    ...texts(tls, 'hosts').flatMap((host, i) => hostErrors(host, at(child(field, 'hosts'), i))),
    ...(secret === '' ? [] : isSubdomain(secret, child(field, 'secretName'))),
  ];
}

function ruleErrors(rule: ValueMap, field: Field): Errors {
  const host = text(rule, 'host');
  const place = child(field, 'host');
  const http = pointer(rule, 'http');
  const isIp = parseAddress(host) !== undefined;
  const paths = structs(http, 'paths');
  return [
    ...(isIp ? [invalid(place, host, 'must be a DNS name, not an IP address')] : []),
    ...(host === '' ? [] : hostErrors(host, place)),
    ...(http !== undefined && paths.length === 0 ? [required(child(field, 'http', 'paths'))] : []),
    ...paths.flatMap((path, i) => pathErrors(path, at(child(field, 'http', 'paths'), i))),
  ];
}

const forbiddenParts = ['//', '/./', '/../', '%2f', '%2F'];
const forbiddenEnds = ['/..', '/.'];

function pathErrors(path: ValueMap, field: Field): Errors {
  if (!has(path, 'pathType')) return [required(child(field, 'pathType'), 'pathType must be specified')];
  const type = text(path, 'pathType');
  const value = text(path, 'path');
  const place = child(field, 'path');
  const exact = type === 'Exact' || type === 'Prefix';
  const relative = !value.startsWith('/') && (exact || (type === 'ImplementationSpecific' && value !== ''));
  return [
    ...isOneOf(type, ['Exact', 'ImplementationSpecific', 'Prefix'], child(field, 'pathType')),
    ...(relative ? [invalid(place, value, 'must be an absolute path')] : []),
    ...(exact
      ? forbiddenParts.flatMap((part) =>
          value.includes(part) ? [invalid(place, value, `must not contain '${part}'`)] : [],
        )
      : []),
    ...(exact
      ? forbiddenEnds.flatMap((end) => (value.endsWith(end) ? [invalid(place, value, `cannot end with '${end}'`)] : []))
      : []),
    ...backendErrors(struct(path, 'backend'), child(field, 'backend')),
  ];
}

function backendErrors(backend: ValueMap, field: Field): Errors {
  const resource = pointer(backend, 'resource');
  const service = pointer(backend, 'service');
  if (resource !== undefined && service !== undefined) {
    return [invalid(field, '', 'cannot set both resource and service backends')];
  }
  if (resource !== undefined) return typedReference(resource, child(field, 'resource'));
  if (service === undefined) return [invalid(field, '', 'resource or service backend is required')];
  const name = text(service, 'name');
  const place = child(field, 'service', 'name');
  return [
    ...(name === '' ? [required(place)] : isServiceName(name, place)),
    ...portErrors(struct(service, 'port'), field),
  ];
}

function portErrors(port: ValueMap, field: Field): Errors {
  const name = text(port, 'name');
  const value = number(port, 'number');
  if (name !== '' && value !== 0) return [invalid(field, '', 'cannot set both port name & port number')];
  if (name !== '') return named(portName, name, child(field, 'service', 'port', 'name'));
  if (value === 0) return [required(field, 'port name or number is required')];
  return invalidAll(child(field, 'service', 'port', 'number'), BigInt(value), portNumber(value));
}

function typedReference(reference: ValueMap, field: Field): Errors {
  return [
    ...(has(reference, 'apiGroup') ? isSubdomain(text(reference, 'apiGroup'), child(field, 'apiGroup')) : []),
    ...['kind', 'name'].flatMap((key) => {
      const value = text(reference, key);
      return value === ''
        ? requiredInWords(child(field, key), `${key} is required`)
        : named(pathSegment, value, child(field, key));
    }),
  ];
}

/** Complaints about the addresses at which an Ingress is reached. */
export function ingressStatusErrors(ingress: ValueMap, old: ValueMap): Errors {
  const before = structs(structAt(old, 'status', 'loadBalancer'), 'ingress').map((item) => text(item, 'ip'));
  const items = structs(structAt(ingress, 'status', 'loadBalancer'), 'ingress');
  return [
    ...metadataUpdateErrors(ingress, old),
    ...items.flatMap((item, i) => {
      const place = at('status.loadBalancer.ingress', i);
      const ip = text(item, 'ip');
      const host = text(item, 'hostname');
      const hostField = child(place, 'hostname');
      const isIp = parseAddress(host) !== undefined;
      return [
        ...(ip === '' ? [] : isAddress(ip, child(place, 'ip'), before)),
        ...(host === '' ? [] : isSubdomain(host, hostField)),
        ...(isIp ? [invalid(hostField, host, 'must be a DNS name, not an IP address')] : []),
      ];
    }),
  ];
}

const httpPath = /^[A-Za-z0-9/\-._~%!$&'()*+,;=:]+$/;

/** Complaints about a new IngressClass. */
export function ingressClassErrors(ingressClass: ValueMap): Errors {
  const spec = struct(ingressClass, 'spec');
  const controller = text(spec, 'controller');
  const field = 'spec.controller';
  return [
    ...metadataErrors(ingressClass, { namespaced: false, name: dns1123Subdomain }),
    ...(controller.length > 250 ? [tooLong(field, 250)] : []),
    ...domainPath(controller, field),
    ...parameterErrors(pointer(spec, 'parameters'), 'spec.parameters'),
  ];
}

function domainPath(value: string, field: Field): Errors {
  if (value === '') return [required(field)];
  const slash = value.indexOf('/');
  const host = value.slice(0, Math.max(slash, 0));
  const path = value.slice(slash + 1);
  if (host === '' || path === '')
    return [invalid(field, value, 'must be a domain-prefixed path (such as "acme.io/foo")')];
  const words = `Invalid path (regex used for validation is '${httpPath.source.slice(1, -1)}')`;
  return [...isSubdomain(host, field), ...(httpPath.test(path) ? [] : [invalid(field, path, words)])];
}

function parameterErrors(parameters: ValueMap | undefined, field: Field): Errors {
  if (parameters === undefined) return [];
  const scope = text(parameters, 'scope');
  const namespace = child(field, 'namespace');
  const scoped = isOneOf(scope, ['Cluster', 'Namespace'], child(field, 'scope'));
  const given = has(parameters, 'namespace');
  const place: Errors =
    scope === 'Namespace'
      ? given
        ? named(dns1123Label, text(parameters, 'namespace'), namespace)
        : [required(namespace, "`parameters.scope` is set to 'Namespace'")]
      : scope === 'Cluster' && given
        ? [forbidden(namespace, "`parameters.scope` is set to 'Cluster'")]
        : [];
  const missing = ({ type }: Errors[number]) => type === 'Required';
  return [
    ...typedReference(parameters, field).flatMap((error) => (missing(error) ? declarative('v1.37', [error]) : [error])),
    ...scoped,
    ...place,
  ];
}

/** Complaints about a changed IngressClass; its controller never changes. */
export function ingressClassUpdateErrors(ingressClass: ValueMap, old: ValueMap): Errors {
  const controller = text(struct(ingressClass, 'spec'), 'controller');
  return [
    ...metadataUpdateErrors(ingressClass, old),
    ...(sameAt(ingressClass, old, 'spec', 'controller')
      ? []
      : [invalid('spec.controller', controller, 'field is immutable')]),
    ...ingressClassErrors(ingressClass),
  ];
}
