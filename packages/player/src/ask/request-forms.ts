import { catalogOf, pathOf } from '@managed-fields/api-server';
import { formatJson, isMap, listAt, mapAt, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import type { Scenario } from '@managed-fields/scenario';
import type { RequestView } from '../playback.ts';
import type { PlayedStep } from '../run/played-step.ts';
import { playScenario, type RunOptions } from '../run/run.ts';
import { requestView } from '../run/sent-view.ts';
import { type AccessView, accessOf } from '../wire/access.ts';
import { type KubectlForm, kubectlForm } from '../wire/kubectl-line.ts';
import { curlText, httpText } from '../wire/request-text.ts';

/** A request in all its forms. Plain data that a worker can post. */
export interface RequestForms {
  readonly http: string;
  readonly curl: string;
  /** Undefined where kubectl cannot send the request. */
  readonly kubectl: KubectlForm | undefined;
  readonly access: AccessView | undefined;
}

/**
 * The request of a step in other forms. For a kubectl step it is one of its requests, by index; for a live object, the
 * request that reads it; for a definition, an apply that installs or replaces it. Undefined where the step sends
 * nothing.
 */
export function requestForms(
  scenario: Scenario,
  stepId: string,
  { catalog }: RunOptions,
  place = 0,
): RequestForms | undefined {
  const played = playScenario(scenario, catalog).find(({ step }) => step.id === stepId);
  const sent = played && sentBy(played, place);
  if (played === undefined || sent === undefined) return undefined;
  const { request, created, before } = sent;
  const known = catalogOf(played.after.cluster);
  return {
    http: httpText(request),
    curl: curlText(request),
    kubectl: kubectlForm(request, { catalog: known, clientSideApplied: before !== undefined && isApplied(before) }),
    access: accessOf(request, { created, catalog: known }),
  };
}

interface Sent {
  readonly request: RequestView;
  readonly created: boolean;
  readonly before: ValueMap | undefined;
}

function sentBy(played: PlayedStep, place: number): Sent | undefined {
  const { step, built, outcome, trace, command, target, text } = played;
  if (built !== undefined && place === 0) {
    return { request: built.view, created: outcome.code === 201, before: trace?.before };
  }
  const plain = { created: false, before: undefined };
  if (step.kind === 'live' && outcome.status === 'read' && target !== undefined) {
    return { ...plain, request: { method: 'GET', path: pathOf(target), query: [] } };
  }
  if (step.kind === 'crd' && outcome.status === 'installed') {
    return { ...plain, request: installation(text.text, stringAt(mapAt(text.object, 'metadata'), 'name') ?? '') };
  }
  const sent = command?.requests[place];
  if (sent === undefined) return undefined;
  const { body } = sent.request;
  // The page shows it as YAML; it is sent as JSON.
  const json = body?.kind === 'value' ? { body: formatJson(body.value) } : {};
  return {
    request: { ...requestView(sent), ...json },
    created: sent.response.code === 201,
    before: sent.trace?.before,
  };
}

function installation(body: string, name: string): RequestView {
  return {
    method: 'PATCH',
    path: `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${encodeURIComponent(name)}`,
    query: [
      ['fieldManager', 'kubectl'],
      ['force', 'true'],
    ],
    contentType: 'application/apply-patch+yaml',
    body,
  };
}

/** Whether an object has the annotation or the entry of client-side apply. */
function isApplied(object: ValueMap): boolean {
  const metadata = mapAt(object, 'metadata');
  if (mapAt(metadata, 'annotations')?.has('kubectl.kubernetes.io/last-applied-configuration')) return true;
  const entries = listAt(metadata, 'managedFields') ?? [];
  return entries.some((entry) => isMap(entry) && entry.get('manager') === 'kubectl-client-side-apply');
}
