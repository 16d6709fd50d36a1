import {
  byteLength,
  bytesOfBase64,
  equals,
  jsonTypeName,
  parseJsonBytes,
  sortedKeys,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { type Errors, forbidden, immutableUnshown, invalid, invalidAll, required, tooLong } from './errors.ts';
import { at } from './field-path.ts';
import { configMapKey, dns1123Subdomain } from './names.ts';
import { flag, structAt, text, textMap } from './object.ts';
import { type MetadataRules, metadataErrors, metadataUpdateErrors } from './object-meta.ts';

/*
 * ConfigMaps and Secrets.
 * Upstream: k8s.io/kubernetes pkg/apis/core/validation/validation.go ValidateConfigMap, ValidateSecret.
 */

/** The most bytes that all values together may have: 1 MiB. */
const mostBytes = 1_048_576;

const metadataRules: MetadataRules = { namespaced: true, name: dns1123Subdomain };

/** The number of bytes that base64 text stands for. */
function decodedLength(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  return (base64.length / 4) * 3 - padding;
}

/** Complaints about a new ConfigMap. */
export function configMapErrors(map: ValueMap): Errors {
  const data = textMap(map, 'data');
  const binary = textMap(map, 'binaryData');
  let bytes = 0;
  for (const value of data.values()) bytes += byteLength(value);
  for (const value of binary.values()) bytes += decodedLength(value);
  return [
    ...metadataErrors(map, metadataRules),
    ...sortedKeys(data).flatMap((key) => [
      ...invalidAll(at('data', key), key, configMapKey(key)),
      ...(binary.has(key) ? [invalid(at('data', key), key, 'duplicate of key present in binaryData')] : []),
    ]),
    ...sortedKeys(binary).flatMap((key) => invalidAll(at('binaryData', key), key, configMapKey(key))),
    ...(bytes > mostBytes ? [tooLong('[]', mostBytes)] : []),
  ];
}

const frozen = 'field is immutable when `immutable` is set';

/**
 * Compared as Go holds them: an empty map is another one than none, unless the field has an empty one by default.
 * Upstream: ValidateConfigMapUpdate, ValidateSecretUpdate; pkg/apis/core/v1/defaults.go SetDefaults_ConfigMap.
 */
function immutableErrors(object: ValueMap, old: ValueMap, fields: readonly string[], defaulted = ''): Errors {
  if (flag(old, 'immutable') !== true) return [];
  const held = (map: ValueMap, field: string) => map.get(field) ?? (field === defaulted ? new Map() : null);
  const isSame = (field: string) => equals(held(object, field), held(old, field));
  return [
    ...(flag(object, 'immutable') === true ? [] : [forbidden('immutable', frozen)]),
    ...fields.flatMap((field) => (isSame(field) ? [] : [forbidden(field, frozen)])),
  ];
}

/** Complaints about a changed ConfigMap. */
export function configMapUpdateErrors(map: ValueMap, old: ValueMap): Errors {
  return [
    ...metadataUpdateErrors(map, old),
    ...immutableErrors(map, old, ['data', 'binaryData'], 'data'),
    ...configMapErrors(map),
  ];
}

/** Complaints about a new Secret. */
export function secretErrors(secret: ValueMap): Errors {
  const data = textMap(secret, 'data');
  let bytes = 0;
  for (const value of data.values()) bytes += decodedLength(value);
  return [
    ...metadataErrors(secret, metadataRules),
    ...sortedKeys(data).flatMap((key) => invalidAll(at('data', key), key, configMapKey(key))),
    ...(bytes > mostBytes ? [tooLong('data', mostBytes)] : []),
    ...typeErrors(secret, data),
  ];
}

/** Complaints about missing or wrong data of a Secret of a known type. */
function typeErrors(secret: ValueMap, data: ReadonlyMap<string, string>): Errors {
  const missing = (...keys: readonly string[]) =>
    keys.flatMap((key) => (data.has(key) ? [] : [required(at('data', key))]));
  switch (text(secret, 'type')) {
    case 'kubernetes.io/service-account-token': {
      const name = 'kubernetes.io/service-account.name';
      const given = text(structAt(secret, 'metadata', 'annotations'), name);
      return given === '' ? [required(at('metadata.annotations', name))] : [];
    }
    case 'kubernetes.io/dockercfg':
      return jsonErrors(data, '.dockercfg');
    case 'kubernetes.io/dockerconfigjson':
      return jsonErrors(data, '.dockerconfigjson');
    case 'kubernetes.io/basic-auth':
      return data.has('username') || data.has('password') ? [] : missing('username', 'password');
    case 'kubernetes.io/ssh-auth':
      return (data.get('ssh-privatekey') ?? '') === '' ? [required(at('data', 'ssh-privatekey'))] : [];
    case 'kubernetes.io/tls':
      return missing('tls.crt', 'tls.key');
    default:
      return [];
  }
}

function jsonErrors(data: ReadonlyMap<string, string>, key: string): Errors {
  const value = data.get(key);
  if (value === undefined) return [required(at('data', key))];
  const parsed = parseJsonBytes(bytesOfBase64(value) ?? new Uint8Array());
  if (parsed.kind === 'value' && (parsed.value === null || parsed.value instanceof Map)) return [];
  const words =
    parsed.kind === 'error'
      ? parsed.message
      : `json: cannot unmarshal ${jsonTypeName(parsed.value)} into Go value of type map[string]interface {}`;
  return [invalid(at('data', key), '<secret contents redacted>', words)];
}

/** Complaints about a changed Secret. */
export function secretUpdateErrors(secret: ValueMap, old: ValueMap): Errors {
  const type = text(secret, 'type');
  return [
    ...metadataUpdateErrors(secret, old),
    ...(type === text(old, 'type') ? [] : immutableUnshown('v1.38', 'type', type)),
    ...immutableErrors(secret, old, ['data']),
    ...secretErrors(secret),
  ];
}
