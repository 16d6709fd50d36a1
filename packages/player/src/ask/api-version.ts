import { isMap, stringAt } from '@managed-fields/merge-engine';
import type { Scenario } from '@managed-fields/scenario';
import { changeText, isRequest, withSettings, withText } from '@managed-fields/scenario';
import type { PlayedStep } from '../run/played-step.ts';
import { playScenario, type RunOptions } from '../run/run.ts';

/** The API versions at which a step's request can be sent, and the current one. */
export interface ApiVersionsView {
  readonly current: string;
  /** The versions that the server serves, its preferred one first. */
  readonly served: readonly string[];
}

/** The API versions of a step's object; undefined where there is only one. */
export function apiVersionsOf(
  scenario: Scenario,
  stepId: string,
  { catalog }: RunOptions,
): ApiVersionsView | undefined {
  const played = playedStep(scenario, stepId, catalog);
  const target = played?.target;
  if (played === undefined || target === undefined || !isRequest(played.step)) return undefined;
  const served = [...target.version.resource.versions.values()]
    .filter(({ served }) => served)
    .map(({ apiVersion }) => apiVersion);
  return served.length < 2 ? undefined : { current: target.version.apiVersion, served };
}

/**
 * Sends a step at another API version. The version is written into the text if the text names the object, else into the
 * settings. Nothing else of the text changes.
 */
export function withApiVersion(
  scenario: Scenario,
  stepId: string,
  apiVersion: string,
  { catalog }: RunOptions,
): Scenario {
  const played = playedStep(scenario, stepId, catalog);
  const target = played?.target;
  if (played === undefined || target === undefined) return scenario;
  const { step, text } = played;
  const written = isMap(text.value) && stringAt(text.value, 'apiVersion') === target.version.apiVersion;
  const named =
    written && stringAt(isMap(text.value) ? text.value : undefined, 'kind') === target.version.resource.kind;
  const changed = named
    ? withText(scenario, stepId, changeText(step.text, [{ place: ['apiVersion'], value: apiVersion }]))
    : scenario;
  if (named && !('object' in step)) return changed;
  const { namespace, name, version } = target;
  const object = { apiVersion, kind: version.resource.kind, ...(namespace === '' ? {} : { namespace }), name };
  return withSettings(changed, stepId, { object });
}

function playedStep(scenario: Scenario, stepId: string, catalog: RunOptions['catalog']): PlayedStep | undefined {
  return playScenario(scenario, catalog).find(({ step }) => step.id === stepId);
}
