import { forecastRelease, type ReleaseForecast, readManifests } from '@managed-fields/forecast';
import { releaseNamed } from '@managed-fields/kubernetes-types';
import { loadOnNeed } from '@managed-fields/player';
import { loadCatalog } from '../replay/catalog.ts';
import type { RecordedApply } from './recorded-applies.ts';

/** Forecasts a recorded apply: the dump is its live object and the definitions, the release its one manifest. */
export async function forecastOfRecorded(apply: RecordedApply): Promise<ReleaseForecast> {
  const catalog = await loadCatalog(apply.release);
  const kubernetes = releaseNamed(apply.release);
  if (kubernetes === undefined) throw new Error(`nothing is known of ${apply.release}`);
  const { way } = apply;
  const input = {
    live: [...apply.definitions, ...(apply.live === undefined ? [] : [apply.live])],
    manifests: readManifests('recorded.yaml', apply.text),
    manager: way.kind === 'server-side' ? way.manager : 'none',
    force: way.kind === 'server-side' && way.force,
    namespace: apply.namespace || 'default',
    clientSide: way.kind === 'client-side',
    hooks: 'applied',
    kubernetes,
    catalog,
  } as const;
  return loadOnNeed(() => {
    const release = forecastRelease(input);
    // So that what the row needs is there too.
    release.row(0);
    return release;
  });
}
