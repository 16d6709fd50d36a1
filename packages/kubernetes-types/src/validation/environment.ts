import type { ValueMap } from '@managed-fields/merge-engine';
import { amountOf, printAmount, signOf } from './amount.ts';
import { type Errors, inVersions, invalid, notSupported, required } from './errors.ts';
import { at, child, type Field } from './field-path.ts';
import { configMapKey, dns1123Subdomain, environmentName } from './names.ts';
import { has, pointer, structs, text } from './object.ts';
import { isGiven, isLabel, isQualified, named } from './scalars.ts';

/** The fields of a Pod that its environment can show, in the server's order. */
const environmentFields = [
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
  'spec.nodeName',
  'spec.serviceAccountName',
  'status.hostIP',
  'status.hostIPs',
  'status.podIP',
  'status.podIPs',
];

/** The fields of a Pod that a volume can show. */
export const volumeFields = [
  'metadata.annotations',
  'metadata.labels',
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
];

const knownLabels = [...volumeFields, ...environmentFields, 'spec.restartPolicy', 'spec.schedulerName', 'status.phase'];

const resources = ['cpu', 'ephemeral-storage', 'memory']
  .flatMap((name) => [`limits.${name}`, `requests.${name}`])
  .sort();
const byteDivisors = ['1', '1k', '1M', '1G', '1T', '1P', '1E', '1Ki', '1Mi', '1Gi', '1Ti', '1Pi', '1Ei'];

/**
 * Complaints about the variables of a container.
 * Upstream: k8s.io/kubernetes pkg/apis/core/validation/validation.go ValidateEnv.
 */
export function environment(container: ValueMap, field: Field): Errors {
  return structs(container, 'env').flatMap((variable, i) => {
    const place = at(child(field, 'env'), i);
    const name = text(variable, 'name');
    return [
      ...(name === '' ? [required(child(place, 'name'))] : named(environmentName, name, child(place, 'name'))),
      ...valueFrom(variable, child(place, 'valueFrom')),
    ];
  });
}

function valueFrom(variable: ValueMap, field: Field): Errors {
  const source = pointer(variable, 'valueFrom');
  if (source === undefined) return [];
  const fieldRef = pointer(source, 'fieldRef');
  const resourceRef = pointer(source, 'resourceFieldRef');
  const configRef = pointer(source, 'configMapKeyRef');
  const secretRef = pointer(source, 'secretKeyRef');
  const fileRef = pointer(source, 'fileKeyRef');
  const sources = [fieldRef, resourceRef, configRef, secretRef, fileRef].filter((one) => one !== undefined).length;
  const errors = [
    ...(fieldRef ? fieldReference(fieldRef, environmentFields, child(field, 'fieldRef')) : []),
    ...(resourceRef ? resourceReference(resourceRef, child(field, 'resourceFieldRef'), false) : []),
    ...(configRef ? keyReference(configRef, child(field, 'configMapKeyRef')) : []),
    ...(secretRef ? keyReference(secretRef, child(field, 'secretKeyRef')) : []),
    ...(fileRef ? fileReference(fileRef, child(field, 'fileKeyRef')) : []),
  ];
  if (sources === 0) {
    const oneOf = (listed: string) => [
      invalid(field, '', `must specify one of: \`fieldRef\`, \`resourceFieldRef\`, ${listed}`),
    ];
    return [
      ...errors,
      ...inVersions({ until: 'v1.34' }, oneOf('`configMapKeyRef` or `secretKeyRef`')),
      ...inVersions({ from: 'v1.35' }, oneOf('`configMapKeyRef`, `secretKeyRef` or `fileKeyRef`')),
    ];
  }
  if (text(variable, 'value') !== '') {
    return [...errors, invalid(field, '', 'may not be specified when `value` is not empty')];
  }
  return sources > 1 ? [...errors, invalid(field, '', 'may not have more than one field specified at a time')] : errors;
}

/** Complaints about a reference to a field of the Pod. Upstream: validateObjectFieldSelector. */
export function fieldReference(reference: ValueMap, supported: readonly string[], field: Field): Errors {
  const version = text(reference, 'apiVersion');
  const path = text(reference, 'fieldPath');
  const place = child(field, 'fieldPath');
  if (version === '') return [required(child(field, 'apiVersion'))];
  if (path === '') return [required(place)];
  if (version !== 'v1') {
    return [invalid(place, path, `error converting fieldPath: unsupported pod version: ${version}`)];
  }
  const subscript = /^(.+?)\['(.*)'\]$/s.exec(path);
  if (subscript !== null) {
    const [, base = '', key = ''] = subscript;
    if (base === 'metadata.annotations') return isQualified(key.toLowerCase(), field);
    if (base === 'metadata.labels') return isQualified(key, field);
    return [invalid(place, path, `error converting fieldPath: field label does not support subscript: ${path}`)];
  }
  const converted = path === 'spec.host' ? 'spec.nodeName' : path;
  if (!knownLabels.includes(converted)) {
    return [invalid(place, path, `error converting fieldPath: field label not supported: ${path}`)];
  }
  return supported.includes(converted) ? [] : [notSupported(place, converted, supported)];
}

/** Complaints about a reference to a resource of a container. Upstream: validateContainerResourceFieldSelector. */
export function resourceReference(reference: ValueMap, field: Field, inVolume: boolean): Errors {
  const resource = text(reference, 'resource');
  const pages = /^(?:limits|requests)\.hugepages-/.test(resource);
  const errors: Errors[number][] = [];
  if (inVolume && text(reference, 'containerName') === '') errors.push(required(child(field, 'containerName')));
  else if (resource === '') errors.push(required(child(field, 'resource')));
  else if (!resources.includes(resource) && !pages)
    errors.push(notSupported(child(field, 'resource'), resource, resources));
  const divisor = amountOf(reference.get('divisor'));
  if (divisor === undefined || signOf(divisor) === 0) return errors;
  const printed = printAmount(divisor);
  const words = divisorWords(resource);
  const allowed = resource.endsWith('.cpu') ? ['1m', '1'] : byteDivisors;
  if (words === undefined || allowed.includes(printed)) return errors;
  return [...errors, invalid(child(field, 'divisor'), resource, words)];
}

function divisorWords(resource: string): string | undefined {
  const kind = /^(?:limits|requests)\.(cpu|memory|ephemeral-storage|hugepages-.*)$/.exec(resource)?.[1];
  if (kind === undefined) return undefined;
  if (kind === 'cpu') return "only divisor's values 1m and 1 are supported with the cpu resource";
  const name = kind === 'memory' ? kind : kind === 'ephemeral-storage' ? 'local ephemeral storage' : 'hugepages';
  return `only divisor's values ${byteDivisors.join(', ')} are supported with the ${name} resource`;
}

function keyReference(reference: ValueMap, field: Field): Errors {
  const name = text(reference, 'name');
  const key = text(reference, 'key');
  return [
    ...named(dns1123Subdomain, name, child(field, 'name')),
    ...(key === '' ? [required(child(field, 'key'))] : named(configMapKey, key, child(field, 'key'))),
  ];
}

function fileReference(reference: ValueMap, field: Field): Errors {
  const key = text(reference, 'key');
  const volume = text(reference, 'volumeName');
  return [
    ...(key === '' ? [required(child(field, 'key'))] : named(environmentName, key, child(field, 'key'))),
    ...(volume === '' ? [required(child(field, 'volumeName'))] : isLabel(volume, child(field, 'volumeName'))),
    ...(text(reference, 'path') === ''
      ? isGiven(reference, 'path', field)
      : withoutBacksteps(text(reference, 'path'), child(field, 'path'))),
  ];
}

/** Complaints about sources of whole environments. Upstream: ValidateEnvFrom. */
export function environmentSources(container: ValueMap, field: Field): Errors {
  return structs(container, 'envFrom').flatMap((source, i) => {
    const list = child(field, 'envFrom');
    const place = at(list, i);
    const prefix = text(source, 'prefix');
    const given = ['configMapRef', 'secretRef'].filter((name) => has(source, name));
    return [
      ...(prefix === '' ? [] : named(environmentName, prefix, child(place, 'prefix'))),
      ...given.flatMap((name) => {
        const referenced = text(pointer(source, name), 'name');
        const at = child(place, name, 'name');
        return referenced === '' ? [required(at)] : named(dns1123Subdomain, referenced, at);
      }),
      ...(given.length === 0 ? [invalid(list, '', 'must specify one of: `configMapRef` or `secretRef`')] : []),
      ...(given.length > 1 ? [invalid(list, '', 'may not have more than one field specified at a time')] : []),
    ];
  });
}

/** Complaints about a path that leads back up. Upstream: validatePathNoBacksteps. */
export function withoutBacksteps(path: string, field: Field): Errors {
  return path.split('/').includes('..') ? [invalid(field, path, "must not contain '..'")] : [];
}

/** Complaints about a path that is not below its directory. Upstream: validateLocalDescendingPath. */
export function descending(path: string, field: Field): Errors {
  return [
    ...(path.startsWith('/') ? [invalid(field, path, 'must be a relative path')] : []),
    ...withoutBacksteps(path, field),
  ];
}

/** Complaints about the path of a file in a volume. Upstream: ValidateLocalNonReservedPath. */
export function localFile(path: string, field: Field): Errors {
  const reserved = path.startsWith('..') && !path.startsWith('../');
  return [...descending(path, field), ...(reserved ? [invalid(field, path, "must not start with '..'")] : [])];
}
