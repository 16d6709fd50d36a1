import { customResources } from '@managed-fields/api-server';
import { metadataUpdateErrors } from '../validation/object-meta.ts';
import type { KindChecks } from './kind-checks.ts';

const plain = { plainFinalizers: true } as const;

/** What a CustomResourceDefinition is refused for and warned about. Upstream: k8s.io/apiextensions-apiserver pkg/registry/customresourcedefinition. */
const customResourceDefinition: KindChecks = {
  validate: (definition) => customResources().definitionCreateErrors(definition),
  validateUpdate: (definition, old) => [
    ...metadataUpdateErrors(definition, old, plain),
    ...customResources().definitionChangeErrors(definition, old),
  ],
  validateSubresource: (definition, old) => [
    ...metadataUpdateErrors(definition, old, plain),
    ...customResources().definitionStatusChangeErrors(definition),
  ],
  warn: (definition) => customResources().definitionWarnings(definition, undefined),
  warnUpdate: (definition, old) => customResources().definitionWarnings(definition, old),
};

/** The complaints and warnings of the apiextensions group. */
export const apiextensions: Readonly<Record<string, KindChecks>> = {
  CustomResourceDefinition: customResourceDefinition,
};
