import { type Cluster, catalogOf, customResources, type RequestTrace } from '@managed-fields/api-server';
import { isMap, mapAt, metadataText, stringAt } from '@managed-fields/merge-engine';
import type { Problem } from '@managed-fields/scenario';
import type { Notice } from '../playback.ts';
import { problemsOfTypeCheck, type ReadText, type Traces } from './answer-problems.ts';

// The entry point of what comes with the code of expressions.
export { expressionPlaces } from './expression-places.ts';

/** Whether a request stored a ValidatingAdmissionPolicy. */
function storesPolicy(trace: RequestTrace | undefined): trace is RequestTrace {
  const { kind, apiVersion = '', subresource, after } = trace ?? {};
  const isOne = kind === 'ValidatingAdmissionPolicy' && apiVersion.startsWith('admissionregistration.k8s.io/');
  return isOne && subresource === '' && after !== undefined;
}

/** What kube-controller-manager will write of the types in the expressions of a policy. */
function warningsOf({ after }: RequestTrace, cluster: Cluster) {
  const spec = mapAt(after, 'spec');
  return spec === undefined ? [] : customResources().typeCheckWarnings(spec, catalogOf(cluster));
}

/** The warnings about the policy of a text, at their places in it, as a request stored it last; none for other texts. */
export function typeProblems(text: ReadText, traces: Traces, cluster: Cluster): readonly Problem[] {
  const sent = isMap(text.value ?? null) && text.value instanceof Map ? text.value : undefined;
  if (sent === undefined) return [];
  const name = metadataText(sent, 'name');
  const stored = traces.filter(storesPolicy).findLast(({ kind, after = sent }) => {
    return (stringAt(sent, 'kind') ?? kind) === kind && (name === '' || metadataText(after, 'name') === name);
  });
  return stored === undefined ? [] : problemsOfTypeCheck(text, warningsOf(stored, cluster));
}

/** What is said of the policies that requests stored: which of their fields the controller will warn of. */
export function typeNotices(traces: Traces, cluster: Cluster): readonly Notice[] {
  const fields = traces
    .filter(storesPolicy)
    .flatMap((trace) => warningsOf(trace, cluster).map(({ fieldRef }) => fieldRef));
  return fields.length === 0 ? [] : [{ code: 'type-checking', data: { fields: [...new Set(fields)].join(', ') } }];
}
