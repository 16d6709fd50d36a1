import { type AdmissionAttributes, type AdmissionPlugin, objectsOf } from '@managed-fields/api-server';
import { compareStrings, mapAt, metadataOf, metadataText, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import { newObject, specOf, withSpec } from '../attributes.ts';

/**
 * Gives a new claim the default storage class, unless it names a class, be it the empty one.
 * Upstream: plugin/pkg/admission/storage/storageclass/setdefault/admission.go; pkg/volume/util/storageclass.go.
 */
export const defaultStorageClass = defaulting({
  name: 'DefaultStorageClass',
  plain: false,
  group: '',
  plural: 'persistentvolumeclaims',
  field: 'storageClassName',
  former: 'volume.beta.kubernetes.io/storage-class',
  classes: ['storage.k8s.io/v1', 'storageclasses'],
  marks: ['storageclass.kubernetes.io/is-default-class', 'storageclass.beta.kubernetes.io/is-default-class'],
});

/**
 * Gives a new Ingress the default class, unless it names a class or has the annotation of old.
 * Upstream: plugin/pkg/admission/network/defaultingressclass/admission.go.
 */
export const defaultIngressClass = defaulting({
  name: 'DefaultIngressClass',
  plain: true,
  group: 'networking.k8s.io',
  plural: 'ingresses',
  field: 'ingressClassName',
  former: 'kubernetes.io/ingress.class',
  classes: ['networking.k8s.io/v1', 'ingressclasses'],
  marks: ['ingressclass.kubernetes.io/is-default-class'],
});

/** What a plugin that fills in a class knows of its kind. */
interface Defaulting extends Pick<AdmissionPlugin, 'name' | 'plain'> {
  readonly group: string;
  readonly plural: string;
  /** The field of the spec that names the class, and the annotation that did so before. */
  readonly field: string;
  readonly former: string;
  /** The API version and the plural name of the classes, and the annotations of the default one. */
  readonly classes: readonly [apiVersion: string, plural: string];
  readonly marks: readonly string[];
}

function defaulting({ name, plain, group, plural, field, former, classes, marks }: Defaulting): AdmissionPlugin {
  return {
    name,
    plain,
    admit(attributes) {
      const object = newObject(attributes, group, plural);
      if (object === undefined || annotationsOf(object)?.has(former) || specOf(object).has(field)) return undefined;
      const found = defaultClass(attributes, ...classes, marks);
      return found === undefined ? undefined : { kind: 'admitted', object: withSpec(object, field, found) };
    },
  };
}

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
