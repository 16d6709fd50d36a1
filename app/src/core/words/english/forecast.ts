import type { ForecastResult, WaySummary } from '@managed-fields/forecast';
import { countOf, listOf } from './counting.ts';

function many(count: number, name: string): string {
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}

/** The forecast: what a release would change, before it is applied. */
export const forecast = {
  intro:
    'What would happen if these manifests were applied to the objects of the survey. Everything is played in this tab; nothing is sent.',
  manifests: 'Manifests of the release',
  manifestsHint: 'Paste what helm template or kustomize build prints',
  chooseFiles: 'Choose files…',
  removeFile: (name: string) => `Remove ${name}`,
  manager: 'Field manager',
  namespace: 'Namespace of manifests without one',
  force: 'Force conflicts',
  clientSide: 'Compare with client-side kubectl apply',
  hooks: 'Apply hooks of Helm and Argo CD too',
  start: 'Forecast',
  playing: (done: number, of: number) => (of === 0 ? 'Reading…' : `${done} of ${of} manifests played`),
  failed: 'The forecast ended by a mistake of this page:',
  nothing: 'No manifest was found.',
  sentence: (manifests: number, way: WaySummary) => {
    const { results } = way;
    const parts = [
      results.created > 0 && `${results.created} created`,
      results.changed > 0 && `${results.changed} changed`,
      results.unchanged > 0 && `${results.unchanged} unchanged`,
      results.conflict > 0 &&
        `${countOf(results.conflict, 'conflict')} with ${listOf(way.conflictsWith.slice(0, 3).map((each) => each.manager))}`,
      results.refused > 0 && `${results.refused} refused`,
    ].filter((part) => part !== false);
    return `${many(manifests, 'manifest')}: ${listOf(parts.length === 0 ? ['nothing is applied'] : parts)}.`;
  },
  serverSide: 'Server-side',
  clientSideName: 'Client-side',
  results: {
    created: 'created',
    changed: 'changed',
    unchanged: 'unchanged',
    conflict: 'conflict',
    refused: 'refused',
    hook: 'hook',
    unread: 'not read',
  } satisfies Readonly<Record<ForecastResult | 'hook' | 'unread', string>>,
  all: 'all',
  onlyOwners: 'only owners change',
  changes: (count: number) => `${countOf(count, 'field')} change`,
  changesTitle: 'Changes',
  conflictsTitle: 'Conflicts',
  takenTitle: 'Taken from others',
  stayingTitle: 'Stays, because others own it too',
  unownedTitle: 'Stays without an owner',
  takenFrom: (fields: number, gone: boolean) =>
    gone ? `loses ${countOf(fields, 'field')}, all that it owns` : `loses ${countOf(fields, 'field')}`,
  field: 'Field',
  before: 'Before',
  after: 'After',
  live: 'Live',
  declared: 'Declared',
  owner: 'Owner',
  absent: 'absent',
  value: 'Value',
  leftOut: (count: number) => `${many(count, 'row')} more not listed`,
  open: 'Open as a scenario',
  openClientSide: 'Open the client-side apply',
  hook: (tool: string, hooks: readonly string[]) => `${tool} runs it as a hook (${listOf(hooks)}); no apply.`,
  remarks: {
    'no-managed-fields': 'The live object has no managedFields here: nobody is known to own anything.',
    repeated: 'The release has this object before; the manifests are applied one after the other.',
    'generated-name': 'The server makes up the name: each release creates one more.',
    'unseen-namespace': 'Its namespace is neither among the objects of the survey nor in the release.',
  },
  left: (count: number) => `${many(count, 'object')} of the manager not in the release`,
  leftWhy: 'An apply leaves them as they are; only tools that prune delete them.',
  leftOwned: 'owned by another object',
  more: (count: number) => `Show ${count} more`,
  list: 'Objects of the release',
};
