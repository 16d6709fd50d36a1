import { catalogOf, customResources } from '@managed-fields/api-server';
import { isMap, mapAt, type ValueMap } from '@managed-fields/merge-engine';
import type { Problem } from '@managed-fields/scenario';
import type { Notice } from '../playback.ts';
import { problemsOfTypeCheck } from './answer-problems.ts';
import type { PlayState } from './play-state.ts';
import type { StepText } from './step-text.ts';
import type { Target } from './target.ts';

/** What the controller of policies will say of the types in the expressions of a policy that was stored. */
export interface TypeChecking {
  readonly problems: readonly Problem[];
  readonly notices: readonly Notice[];
}

const nothing: TypeChecking = { problems: [], notices: [] };

/**
 * The warnings that kube-controller-manager will write into the status of a ValidatingAdmissionPolicy, where they are in
 * the text of its step; empty for other objects.
 */
export function typeCheckingOf(
  text: StepText,
  target: Target,
  after: ValueMap | undefined,
  cluster: PlayState['cluster'],
): TypeChecking {
  const { group, plural } = target.version.resource;
  const spec = mapAt(after, 'spec');
  if (group !== 'admissionregistration.k8s.io' || plural !== 'validatingadmissionpolicies') return nothing;
  if (spec === undefined || !isMap(text.value ?? null)) return nothing;
  const warnings = customResources().typeCheckWarnings(spec, catalogOf(cluster));
  if (warnings.length === 0) return nothing;
  const fields = warnings.map(({ fieldRef }) => fieldRef).join(', ');
  return {
    problems: problemsOfTypeCheck(text, warnings),
    notices: [{ code: 'type-checking', data: { fields } }],
  };
}
