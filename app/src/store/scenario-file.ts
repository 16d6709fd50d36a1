import { readScenario, retellScenario, type Scenario } from '@managed-fields/scenario';

/** Reads a scenario file; undefined where the text is none. In a module of its own because reading YAML is loaded late. */
export function readScenarioFile(text: string): Scenario | undefined {
  const read = readScenario(text);
  return read.kind === 'scenario' ? read.scenario : undefined;
}

/** An example as another language tells it; as it is where the file does not fit it. */
export function retold(scenario: Scenario, telling: string): Scenario {
  return retellScenario(scenario, telling) ?? scenario;
}
