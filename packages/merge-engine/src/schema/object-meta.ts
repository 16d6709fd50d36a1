import { valueFromPlain } from '../value/json.ts';
import { isMap, type ValueMap } from '../value/value.ts';
import type { Atom } from './atom.ts';
import { schemaFromOpenApi } from './openapi.ts';

/** The name under which schemas refer to the metadata of objects. */
export const objectMetaName = 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta';

const text = { type: 'string' };
const required = { type: 'string', default: '' };
const time = { type: 'string', format: 'date-time' };
const texts = { type: 'object', additionalProperties: required };

const ownerReference = {
  type: 'object',
  'x-kubernetes-map-type': 'atomic',
  properties: {
    apiVersion: required,
    kind: required,
    name: required,
    uid: required,
    controller: { type: 'boolean' },
    blockOwnerDeletion: { type: 'boolean' },
  },
};

const managedFieldsEntry = {
  type: 'object',
  properties: {
    manager: text,
    operation: text,
    apiVersion: text,
    time,
    fieldsType: text,
    fieldsV1: { type: 'object' },
    subresource: text,
  },
};

const objectMeta = {
  type: 'object',
  properties: {
    name: text,
    generateName: text,
    namespace: text,
    selfLink: text,
    uid: text,
    resourceVersion: text,
    generation: { type: 'integer' },
    creationTimestamp: time,
    deletionTimestamp: time,
    deletionGracePeriodSeconds: { type: 'integer' },
    labels: texts,
    annotations: texts,
    ownerReferences: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['uid'],
      items: ownerReference,
    },
    finalizers: { type: 'array', 'x-kubernetes-list-type': 'set', items: required },
    managedFields: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: managedFieldsEntry },
  },
};

function definitionOf(plain: unknown): ValueMap {
  const definition = valueFromPlain(plain);
  if (!isMap(definition)) throw new Error('ObjectMeta is no object');
  return definition;
}

/** The OpenAPI definition of metadata, with the definitions that it refers to in place. */
export const objectMetaDefinition: ValueMap = definitionOf(objectMeta);

function objectMetaAtom(): Atom {
  const schema = schemaFromOpenApi(new Map([[objectMetaName, objectMetaDefinition]]));
  const atom = schema.type(objectMetaName);
  if (atom === undefined) throw new Error('ObjectMeta has no type');
  return atom;
}

/** The type of an object's metadata. Upstream: apimachinery pkg/apis/meta/v1/types.go ObjectMeta, as OpenAPI has it. */
export const objectMetaType: Atom = objectMetaAtom();
