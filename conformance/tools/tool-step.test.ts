import { mapFromPlain } from '@managed-fields/merge-engine';
import { playScenario } from '@managed-fields/player/whole';
import { stepOfRequest } from '@managed-fields/reading';
import { inputFile, type NewStep, newScenario, type Scenario } from '@managed-fields/scenario';
import { describe, expect, test } from 'vitest';
import { loadCatalog } from '../replay/catalog.ts';
import { spread } from '../whole.ts';
import {
  differencesOf,
  namedDifferences,
  objectsIn,
  type RecordedCase,
  type RecordedStep,
  recordedCases,
  recordedTools,
} from './play-case.ts';

// All that happened in a recorded case as the steps of a scenario, from an empty server: kubectl commands, requests, the runs
// of the tool before, of which the player has to keep what the tool keeps, and the run itself.

const catalog = await loadCatalog('v1.36.3');

const named = namedDifferences().map((each) => each.case);

function scenarioOf(recorded: RecordedCase): Scenario {
  const { tool, version, options, manifests } = recorded;
  const steps = [...recorded.before, { tool, version, options, manifests }];
  return newScenario(
    '',
    steps.map((step) => stepOf(step, recorded)),
  );
}

function stepOf(step: RecordedStep, { namespace }: RecordedCase): NewStep {
  if (step.kubectl !== undefined) {
    const text = `kubectl --namespace ${namespace} ${step.kubectl}`;
    return { kind: 'kubectl', text, ...(step.input === undefined ? {} : { files: { [inputFile]: step.input } }) };
  }
  if (step.request !== undefined) {
    const { query = {}, body, ...request } = step.request;
    const read = stepOfRequest({ ...request, query: Object.entries(query), body: JSON.stringify(body) }, catalog);
    if (read.kind !== 'step') throw new Error(`no step sends ${request.method} ${request.path}`);
    return read.step;
  }
  const { tool: name = '', version = '', options = {}, manifests = '' } = step;
  // What nobody says is found in the live objects, which are of the time before.
  const said = name === 'crossplane' ? { 'enable-server-side-apply': 'true', ...options } : options;
  return { kind: 'tool', tool: { name, version, namespace, options: said }, text: manifests };
}

/** What is sent or said without resourceVersions: a recording counts them from the objects that are there before the run. */
function withoutVersions(line: string): string {
  return line.replace(/(resourceVersion\W{1,12}?(?:value\W{3})?)\d+/g, '$11');
}

describe.each(recordedTools())('%s as a step of a scenario', (tool) => {
  test.each(spread(recordedCases(tool), 4).map((each) => [each.name, each] as const))('%s', (name, recorded) => {
    const { after, sent = [], tool: did } = playScenario(scenarioOf(recorded), catalog).at(-1) ?? {};
    if (after === undefined || did === undefined) throw new Error('the tool was not played');
    const { cluster } = after;
    const requests = sent.map(({ purpose = 'check', ...each }) => ({ ...each, purpose }));
    const objects = objectsIn(cluster, [...recorded.live, ...recorded.after].map(mapFromPlain));
    const played = { ran: { cluster, requests, ends: did.ends, error: did.error }, after: objects };
    const differences = differencesOf(recorded, played, withoutVersions);
    if (named.includes(`${tool}/${name}`)) expect(differences, 'it is named, but nothing differs').not.toEqual([]);
    else expect(differences).toEqual([]);
  });
});
