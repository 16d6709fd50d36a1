import {
  beginDeletion,
  cleanupFinalizer,
  definitionChangeErrors,
  definitionCreateErrors,
  definitionStatusChangeErrors,
  definitionWarnings,
  type Value,
  withStorageVersion,
} from '@managed-fields/merge-engine';
import { metadataUpdateErrors } from '../validation/object-meta.ts';
import type { KindRules } from './kind-rules.ts';

const plain = { plainFinalizers: true } as const;

/** What a CustomResourceDefinition does by itself. Upstream: k8s.io/apiextensions-apiserver pkg/registry/customresourcedefinition. */
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
  prepare: (definition, _old, subresource) => (subresource === '' ? withStorageVersion(definition) : definition),
  generation: [['spec']],
  deletion: {
    emptied: { begin: beginDeletion, finalizer: cleanupFinalizer, isBusy: () => false },
  },
  validate: definitionCreateErrors,
  validateUpdate: (definition, old) => [
    ...metadataUpdateErrors(definition, old, plain),
    ...definitionChangeErrors(definition, old),
  ],
  validateSubresource: (definition, old) => [
    ...metadataUpdateErrors(definition, old, plain),
    ...definitionStatusChangeErrors(definition),
  ],
  warn: (definition) => definitionWarnings(definition, undefined),
  warnUpdate: definitionWarnings,
};

/** The strategies of the apiextensions group. */
export const apiextensions: Readonly<Record<string, KindRules>> = {
  CustomResourceDefinition: customResourceDefinition,
};
