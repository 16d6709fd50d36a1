import {
  base64,
  deletionMetadata,
  isList,
  isMap,
  serverMetadata,
  utf8,
  type Value,
  type ValueMap,
  type ValuePath,
} from '@managed-fields/merge-engine';
import { isDoubtfulName, isRedacted, isSecretField, isSecretVariable } from '../names.ts';
import { readBase64 } from './written-forms.ts';

/** A string or a number: the values that can be secrets. */
export type Scalar = string | bigint | number;

/** Whether a value is a text or a number. */
export function isScalar(value: Value | undefined): value is Scalar {
  return typeof value === 'string' || typeof value === 'bigint' || typeof value === 'number';
}

/** Fields of a Secret that name it or give its type. */
export const identityFields: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'type', 'immutable']);

/** Fields of ObjectMeta. Upstream: k8s.io/apimachinery pkg/apis/meta/v1 types.go. */
export const metadataFields: ReadonlySet<string> = new Set([
  ...['name', 'generateName', 'namespace', 'labels', 'annotations', 'ownerReferences', 'finalizers'],
  ...serverMetadata,
  ...deletionMetadata,
]);

/** Fields of an entry of managedFields that are texts. Upstream: apimachinery meta/v1 types.go ManagedFieldsEntry. */
export const entryFields: ReadonlySet<string> = new Set([
  ...['manager', 'operation', 'apiVersion', 'time', 'fieldsType', 'subresource'],
]);

/** Fields of an item of Kustomize's `secretGenerator` that name things. Upstream: sigs.k8s.io/kustomize api/types generatorargs.go. */
export const generatorFields: ReadonlySet<string> = new Set([
  ...['name', 'namespace', 'type', 'behavior', 'options', 'files', 'envs', 'env'],
]);

/** Fields that a map with a kind has if it is an object. A reference has none of them. */
export const objectFields: readonly string[] = ['metadata', 'data', 'stringData', 'binaryData', 'immutable'];

/** Fields with the content of a Secret or a ConfigMap. */
export const dataFields: readonly string[] = ['data', 'stringData', 'binaryData'];

/** Fields that name something and are no secrets. */
export const nameFields: ReadonlySet<string> = new Set([
  ...['apiVersion', 'kind', 'name', 'namespace', 'generateName', 'type', 'fieldPath', 'resource', 'image', 'group'],
  ...['serviceAccountName', 'serviceName', 'schedulerName', 'nodeName', 'host', 'path', 'mountPath', 'topologyKey'],
  ...[
    'version',
    'optional',
    'provider',
    'existingSecret',
    'secretName',
    'description',
    'operation',
    'manager',
    'fieldsType',
    'source',
    'clientId',
    'tenantId',
    'subscriptionId',
    'usages',
    'groups',
    'region',
    'method',
    'mode',
  ],
]);

/** The fields of a name-value pair that hold the name. */
const pairNames = ['name', 'key', 'k', 'id', 'Name', 'Key', 'parameter', 'variable', 'header', 'property'];
const pairValues: ReadonlySet<string> = new Set([
  ...['value', 'Value', 'values', 'val', 'default', 'content', 'stringValue', 'text', 'literal', 'string', 'v'],
]);

/** Fields which say that the value of their pair is secret. */
const pairMarks = ['sensitive', 'secret', 'isSecret', 'masked'];

/** The name of the pair whose value a field holds: `DB_USER` for the `value` of `{name: DB_USER, value: …}`. */
export function pairName(map: ValueMap, key: string): string | undefined {
  if (!pairValues.has(key)) return undefined;
  const name = pairNames.map((each) => map.get(each)).find((each) => typeof each === 'string');
  return typeof name === 'string' ? name : undefined;
}

/** Metadata of a server that are no texts: under these names other objects may have a text that is none of a server. */
const notTexts = ['managedFields', 'generation', 'deletionGracePeriodSeconds'];

/** Fields whose value names an object, an image or a machine, so that it may look random and is known to be plain. */
const structuralFields: ReadonlySet<string> = new Set([
  ...['name', 'kind', 'namespace', 'generateName', 'image', 'imageID', 'containerID', 'secretName'],
  ...[...serverMetadata, ...deletionMetadata].filter((name) => !notTexts.includes(name)),
  ...entryFields,
  ...[
    'nodeName',
    'providerID',
    'systemUUID',
    'machineID',
    'bootID',
    'clusterIP',
    'podIP',
    'hostIP',
    'ip',
    'volumeName',
  ],
  ...[
    'volumeHandle',
    'claimName',
    'serviceAccountName',
    'schedulerName',
    'topologyKey',
    'fieldPath',
    'storageClassName',
  ],
]);

/** Maps of labels and the like, and metadata that names. */
const structuralMaps: ReadonlySet<string> = new Set([
  ...[
    'labels',
    'matchLabels',
    'nodeSelector',
    'selector',
    'ownerReferences',
    'finalizers',
    'managedFields',
    'podSelector',
  ],
]);

/** Whether the schema of a place says that its text is plain: a name, a label, an image, a uid. */
export function isStructural(place: ValuePath): boolean {
  const key = place.at(-1);
  if (typeof key === 'string' && structuralFields.has(key)) return true;
  if (key === 'name' && (place.at(-2) === 'metadata' || place.at(-2) === 'involvedObject')) return true;
  return place.some((step) => typeof step === 'string' && structuralMaps.has(step));
}

/** Whether a field holds the value of a pair with the name of a secret: `{name: DB_PASSWORD, value: …}`. */
export function isSecretPair(map: ValueMap, key: string): boolean {
  if (!pairValues.has(key)) return false;
  return pairNames.some((name) => isSecretName(map.get(name))) || pairMarks.some((mark) => map.get(mark) === true);
}

function isSecretName(name: Value | undefined): boolean {
  return typeof name === 'string' && name.length <= 200 && isSecretVariable(name);
}

/** Fields of references: an object, and a part of it. */
const referenceFields: ReadonlySet<string> = new Set([
  ...['name', 'secretName', 'configMapName', 'existingSecret', 'namespace', 'key', 'kind', 'apiVersion', 'group'],
  ...['optional', 'property', 'version', 'passwordKey', 'usernameKey', 'items', 'defaultMode', 'path'],
]);

/** Whether a map only refers to another object: `{name: db, key: password}`. */
export function isReference(map: ValueMap): boolean {
  const isNamed =
    ['name', 'secretName', 'existingSecret', 'configMapName'].some((key) => map.has(key)) ||
    (map.has('key') && map.has('path'));
  return isNamed && [...map.keys()].every((key) => referenceFields.has(key));
}

/** Whether a field of a map has the name of a secret and holds one. */
export function isSecretValue(map: ValueMap, key: string, child: Scalar): boolean {
  if (typeof child !== 'string') return isSecretField(key) && /pass|token/i.test(key);
  if (key === 'auth') return /^[A-Za-z\d+/]{8,}=*$/.test(child);
  if (!isSecretField(key)) return /secrets?$/i.test(key) && !canName(child);
  if (isDoubtfulName(key) && /^(?:[A-Za-z]+(?:[._/-][A-Za-z]+)*|\d{1,4})$/.test(child)) return false;
  // A count of what passed.
  if (key === 'pass' && /^\d{1,3}$/.test(child)) return false;
  // `secretKey: password` and `secretKey: tls.key` name a key of a Secret.
  if (!/secret[_-]?key$/i.test(key)) return true;
  const namesOne = [...map.keys()].some((other) => /secret.*name$|ref$|^name$/i.test(other));
  return namesOne ? !/^[\w.-]{1,60}$/.test(child) : !/^[a-z]{1,12}(?:\.[a-z]{1,12})?$/.test(child);
}

/**
 * Whether a text can be the name of an object. Most secrets cannot.
 * Upstream: apimachinery validation.go IsDNS1123Subdomain.
 */
function isObjectName(text: string): boolean {
  return /^[a-z\d](?:[-a-z\d.]{0,251}[a-z\d])?$/.test(text);
}

/** Whether a text can be the name of a Secret or a path to one, and so need not be a secret itself. */
export function canName(text: string): boolean {
  return isObjectName(text) || /^[\w./-]*\/[\w./-]*$/.test(text);
}

/** The fields of a schema that hold schemas by name, and those that hold values. */
export const schemaMaps: ReadonlySet<string> = new Set(['properties', 'patternProperties', 'definitions']);
export const schemaValues: ReadonlySet<string> = new Set(['default', 'example', 'examples', 'enum', 'const']);

/** Whether the value of `properties` is a map of schemas. */
export function areSchemas(value: Value): value is ValueMap {
  return isMap(value) && value.size > 0 && [...value.values()].every(isSchema);
}

function isSchema(value: Value): boolean {
  const parts = ['type', 'properties', 'items', '$ref', 'anyOf', 'oneOf', 'allOf', 'description', 'format', 'default'];
  return isMap(value) && (value.size === 0 || [...value.keys()].some((key) => parts.includes(key) || /^x-/.test(key)));
}

/** The first of the numbers that redaction writes in place of numbers. */
const firstNumber = 1_000_000_000n;

/** The number that replaces a number, different for each count. */
export function numberFor(count: number): bigint {
  return firstNumber + BigInt(count);
}

/** Whether redaction wrote a value before. */
export function isReplaced(child: Scalar, form: 'text' | 'base64'): boolean {
  if (typeof child === 'bigint') return child > firstNumber && child < firstNumber + 1_000_000n;
  const text = String(child);
  if (isRedacted(text)) return true;
  if (form !== 'base64') return false;
  const read = readBase64(text);
  return read === undefined ? isScrambled(text) : read.text !== undefined && isRedacted(read.text);
}

/**
 * Replaces a text that should be base64 and is not. The length and all characters that are not base64 stay, so that the
 * server refuses it for the same reason at the same place.
 */
export function scrambled(text: string, number: number): string {
  const letters = base64(utf8(`redacted-${number}-`.repeat(3)));
  return [...text]
    .map((letter, at) => (/[A-Za-z\d+/]/.test(letter) ? letters.charAt(at % letters.length) : letter))
    .join('');
}

function isScrambled(text: string): boolean {
  if (text.length > 10_000 || scrambled(text.slice(0, 10), 1) !== text.slice(0, 10)) return false;
  return Array.from({ length: 1000 }, (_, number) => number).some((number) => scrambled(text, number) === text);
}

/**
 * Whether a field is a directive of a strategic merge patch.
 * Upstream: k8s.io/apimachinery pkg/util/strategicpatch patch.go.
 */
export function isDirective(key: string, child: Value): boolean {
  if (key === '$patch') return child === 'replace' || child === 'merge' || child === 'delete';
  return key === '$retainKeys' || key.startsWith('$setElementOrder/') || key.startsWith('$deleteFromPrimitiveList/');
}

/** Whether a value names Secrets anywhere, as a kind or as a resource. */
export function namesSecrets(node: Value): boolean {
  if (typeof node === 'string') return /^secrets?$/i.test(node);
  if (isList(node)) return node.some(namesSecrets);
  return isMap(node) && [...node.values()].some(namesSecrets);
}

/** The field name in a step of a JSON pointer. Upstream: RFC 6901. */
export function unescapePointer(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~');
}
