import { isMap, listAt, mapAt, type Value, type ValueMap } from '@managed-fields/merge-engine';
import { type Failure, notPlayed } from '../failure.ts';

/** The names that charts have now for what `helmChartInflationGenerator` calls otherwise. */
const renamed: ReadonlyMap<string, string> = new Map([
  ['chartName', 'name'],
  ['chartVersion', 'version'],
  ['chartRepoUrl', 'repo'],
  ['releaseName', 'releaseName'],
  ['releaseNamespace', 'namespace'],
]);

/**
 * The first chart of a kustomization as an error shows it, in a namespace where it names none; undefined where there is none.
 * Upstream: kustomize api/internal/target/kusttarget_configplugin.go, api/types/helmchartargs.go SplitHelmParameters.
 */
export function firstChart(fields: ValueMap, namespace: string): ValueMap | Failure | undefined {
  const [written] = (listAt(fields, 'helmCharts') ?? []).filter(isMap);
  const [old] = (listAt(fields, 'helmChartInflationGenerator') ?? []).filter(isMap);
  if (written === undefined && old === undefined) return undefined;
  const chart = new Map<string, Value>(mapAt(fields, 'helmGlobals') ?? []);
  for (const [key, value] of written ?? old ?? []) {
    const name = written === undefined ? renamed.get(key) : key;
    if (name === undefined) return notPlayed({ kind: 'kustomize', field: 'helmChartInflationGenerator' });
    if (!isEmpty(value)) chart.set(name, value);
  }
  if (namespace !== '' && !chart.has('namespace')) chart.set('namespace', namespace);
  return chart;
}

function isEmpty(value: Value): boolean {
  return value === '' || value === false || value === null || (Array.isArray(value) && value.length === 0);
}
