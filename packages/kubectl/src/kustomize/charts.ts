import { mapAt, stringAt, type Value, type ValueMap } from '@managed-fields/merge-engine';
import { structList } from './kustomization.ts';

/** The names that charts have now for what `helmChartInflationGenerator` calls otherwise; what is not here counts no more. */
const renamed: ReadonlyMap<string, string> = new Map([
  ['chartName', 'name'],
  ['chartVersion', 'version'],
  ['chartRepoUrl', 'repo'],
  ['values', 'valuesFile'],
  ['valuesLocal', 'valuesInline'],
  ['valuesMerge', 'valuesMerge'],
  ['releaseName', 'releaseName'],
]);

/** The same for what all charts share. */
const renamedGlobals: ReadonlyMap<string, string> = new Map([
  ['chartHome', 'chartHome'],
  ['helmHome', 'configHome'],
]);

/**
 * The first chart of a kustomization as an error shows it, in a namespace where it names none; undefined where there is none.
 * Upstream: kustomize api/internal/target/kusttarget_configplugin.go, api/types/helmchartargs.go SplitHelmParameters.
 */
export function firstChart(fields: ValueMap, namespace: string): ValueMap | undefined {
  const former = structList(fields, 'helmChartInflationGenerator');
  const [written] = [...structList(fields, 'helmCharts'), ...former.map((each) => under(renamed, each))];
  if (written === undefined) return undefined;
  const globals = mapAt(fields, 'helmGlobals') ?? new Map(former.flatMap((each) => [...under(renamedGlobals, each)]));
  const chart = new Map([...globals, ...written].filter(([, value]) => !isEmpty(value)));
  if (namespace !== '' && (stringAt(chart, 'namespace') ?? '') === '') chart.set('namespace', namespace);
  return chart;
}

/** The values of a map that have another name now, and hold something. */
function under(names: ReadonlyMap<string, string>, written: ValueMap): ValueMap {
  return new Map(
    [...written].flatMap(([key, value]) => {
      const name = names.get(key);
      return name === undefined || isEmpty(value) ? [] : [[name, value] as const];
    }),
  );
}

/** Whether a value is left out where a structure is written. */
function isEmpty(value: Value): boolean {
  if (value instanceof Map) return value.size === 0;
  return value === '' || value === false || value === null || (Array.isArray(value) && value.length === 0);
}
