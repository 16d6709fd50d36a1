import { programOptions, unreadableOption } from '@managed-fields/tools/programs';
import { asRecord, textAt } from './plain.ts';

/** How an Application syncs, as far as it says so itself. */
export interface SyncSettings {
  /** By Argo CD's own names, with `true` and `false` as it writes them. */
  readonly options: ReadonlyMap<string, string>;
  /** The namespace of objects that name none. */
  readonly namespace: string;
  /** The sync options that are not played, as the Application has them. */
  readonly unplayed: readonly string[];
  /** Whether objects that are in sync are left out (`ApplyOutOfSyncOnly=true`). */
  readonly outOfSyncOnly: boolean;
  /** What of `ignoreDifferences` cannot be played: an expression of jq, or all of it as an empty text; undefined where all can. */
  readonly unreadable: string | undefined;
}

/** What changes nothing for an object that is there. */
const harmless = new Set([
  'CreateNamespace',
  'SkipDryRunOnMissingResource',
  'FailOnSharedResource',
  'ApplyOutOfSyncOnly',
]);

/**
 * Reads how an Application syncs, whatever it is. Upstream: argo-cd pkg/apis/application/v1alpha1/types.go SyncOptions,
 * controller/sync.go SyncAppState.
 */
export function syncSettings(application: unknown): SyncSettings {
  const spec = asRecord(asRecord(application)['spec']);
  const given = asRecord(spec['syncPolicy'])['syncOptions'];
  const texts = Array.isArray(given) ? given.filter((each) => typeof each === 'string') : [];
  const known = new Set(programOptions.argocd.map(({ name }) => name));
  const options = new Map<string, string>();
  const unplayed: string[] = [];
  let outOfSyncOnly = false;
  for (const text of texts) {
    const [name = '', value = ''] = text.split('=', 2);
    if (name === 'ApplyOutOfSyncOnly') outOfSyncOnly = value === 'true';
    // A prune deletes objects that are not desired, and this one is.
    if (known.has(name) && !notOfApplications.has(name)) options.set(name, value);
    else if (!harmless.has(name)) unplayed.push(text);
  }
  const ignored = spec['ignoreDifferences'];
  if (Array.isArray(ignored) && ignored.length > 0) options.set('ignoreDifferences', JSON.stringify(ignored));
  const problem = unreadableOption('argocd', options);
  if (problem?.option === 'ignoreDifferences') options.delete('ignoreDifferences');
  return {
    options,
    namespace: textAt(spec, 'destination', 'namespace'),
    unplayed,
    outOfSyncOnly,
    unreadable: problem?.option === 'ignoreDifferences' ? problem.part : undefined,
  };
}

/** Options of a run of the tool that are no sync options: names of the Application, and what a user says by hand. */
const notOfApplications: ReadonlySet<string> = new Set(['application', 'app', 'prune', 'ignoreDifferences']);
