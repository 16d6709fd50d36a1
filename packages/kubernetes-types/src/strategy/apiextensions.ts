import { cleanupFinalizer, customResources } from '@managed-fields/api-server';
import type { Value } from '@managed-fields/merge-engine';
import type { KindRules } from './kind-rules.ts';

/**
 * The rules of a CustomResourceDefinition.
 * Upstream: k8s.io/apiextensions-apiserver pkg/registry/customresourcedefinition.
 */
const customResourceDefinition: KindRules = {
  conditionalUpdate: true,
  status: new Map<string, Value>([
    ['conditions', null],
    [
      'acceptedNames',
      new Map([
        ['plural', ''],
        ['kind', ''],
      ]),
    ],
    ['storedVersions', null],
  ]),
  prepare: (definition, _old, subresource) =>
    subresource === '' ? customResources().withStorageVersion(definition) : definition,
  generation: [['spec']],
  deletion: {
    emptied: {
      begin: (definition, now) => customResources().beginDeletion(definition, now),
      finalizer: cleanupFinalizer,
      isBusy: () => false,
    },
  },
};

/** The strategies of the apiextensions group. */
export const apiextensions: Readonly<Record<string, KindRules>> = {
  CustomResourceDefinition: customResourceDefinition,
};
