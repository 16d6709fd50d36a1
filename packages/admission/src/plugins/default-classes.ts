import { type AdmissionAttributes, type AdmissionPlugin, objectsOf } from '@managed-fields/api-server';
import { compareStrings, mapAt, metadataOf, metadataText, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import { isFor, specOf, withSpec } from '../attributes.ts';

/**
 * Gives a new claim the default storage class, unless it names a class, be it the empty one.
 * Upstream: plugin/pkg/admission/storage/storageclass/setdefault/admission.go; pkg/volume/util/storageclass.go.
 */
export const defaultStorageClass: AdmissionPlugin = {
  name: 'DefaultStorageClass',
  plain: false,
  admit(attributes) {
    const { object, operation } = attributes;
    if (operation !== 'CREATE' || object === undefined || !isFor(attributes, '', 'persistentvolumeclaims')) {
      return undefined;
    }
    if (annotationsOf(object)?.has('volume.beta.kubernetes.io/storage-class')) return undefined;
    if (specOf(object).has('storageClassName')) return undefined;
    const name = defaultClass(attributes, 'storage.k8s.io/v1', 'storageclasses', [
      'storageclass.kubernetes.io/is-default-class',
      'storageclass.beta.kubernetes.io/is-default-class',
    ]);
    return name === undefined ? undefined : { kind: 'admitted', object: withSpec(object, 'storageClassName', name) };
  },
};

/**
 * Gives a new Ingress the default class, unless it names a class or has the annotation of old.
 * Upstream: plugin/pkg/admission/network/defaultingressclass/admission.go.
 */
export const defaultIngressClass: AdmissionPlugin = {
  name: 'DefaultIngressClass',
  plain: true,
  admit(attributes) {
    const { object, operation } = attributes;
    if (operation !== 'CREATE' || object === undefined || !isFor(attributes, 'networking.k8s.io', 'ingresses')) {
      return undefined;
    }
    if (specOf(object).has('ingressClassName')) return undefined;
    if (annotationsOf(object)?.has('kubernetes.io/ingress.class')) return undefined;
    const name = defaultClass(attributes, 'networking.k8s.io/v1', 'ingressclasses', [
      'ingressclass.kubernetes.io/is-default-class',
    ]);
    return name === undefined ? undefined : { kind: 'admitted', object: withSpec(object, 'ingressClassName', name) };
  },
};

function annotationsOf(object: ValueMap): ValueMap | undefined {
  return mapAt(metadataOf(object), 'annotations');
}

/** The name of the class that an annotation marks as default: the newest, and of these the first by name. */
function defaultClass(
  { cluster }: AdmissionAttributes,
  apiVersion: string,
  plural: string,
  annotations: readonly string[],
): string | undefined {
  const isDefault = (each: ValueMap) => annotations.some((key) => stringAt(annotationsOf(each), key) === 'true');
  const [first] = objectsOf(cluster, apiVersion, plural)
    .filter(isDefault)
    .sort(
      (a, b) =>
        compareStrings(metadataText(b, 'creationTimestamp'), metadataText(a, 'creationTimestamp')) ||
        compareStrings(metadataText(a, 'name'), metadataText(b, 'name')),
    );
  return first === undefined ? undefined : metadataText(first, 'name');
}
