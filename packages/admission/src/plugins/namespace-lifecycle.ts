import {
  type AdmissionAttributes,
  type AdmissionPlugin,
  forbidden,
  forbiddenBy,
  objectAt,
} from '@managed-fields/api-server';
import { mapAt, stringAt, type Value } from '@managed-fields/merge-engine';
import { withCauses } from '../attributes.ts';

const immortal: ReadonlySet<string> = new Set(['default', 'kube-system', 'kube-public']);

/**
 * Refuses to delete the namespaces of the system, and to create in a namespace that is being deleted. A namespace that
 * nobody created here is taken to be there.
 * Upstream: apiserver pkg/admission/plugin/namespace/lifecycle/admission.go.
 */
export const namespaceLifecycle: AdmissionPlugin = {
  name: 'NamespaceLifecycle',
  plain: true,
  admit(attributes) {
    const { operation, endpoint, name, namespace } = attributes;
    const { group, plural } = endpoint.version.resource;
    if (group === '' && plural === 'namespaces') {
      if (operation !== 'DELETE' || !immortal.has(name)) return undefined;
      return forbidden(endpoint.resourceName, name, 'this namespace may not be deleted');
    }
    if (operation !== 'CREATE' || namespace === '' || plural === 'localsubjectaccessreviews') return undefined;
    const found = objectAt(attributes.cluster, 'v1', 'namespaces', '', namespace);
    if (stringAt(mapAt(found, 'status'), 'phase') !== 'Terminating') return undefined;
    return terminating(attributes);
  },
};

function terminating(attributes: AdmissionAttributes) {
  const { namespace } = attributes;
  const why = `unable to create new content in namespace ${namespace} because it is being terminated`;
  const refusal = forbiddenBy(attributes, why);
  const cause = new Map<string, Value>([
    ['reason', 'NamespaceTerminating'],
    ['message', `namespace ${namespace} is being terminated`],
    ['field', 'metadata.namespace'],
  ]);
  return withCauses(refusal, [cause]);
}
