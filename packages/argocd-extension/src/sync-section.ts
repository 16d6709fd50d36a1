import { provideCustomResources } from '@managed-fields/api-server';
import * as customResources from '@managed-fields/api-server/custom-resources';
import type { ValueMap } from '@managed-fields/merge-engine';
import {
  type Child,
  computed,
  hiddenValue,
  isSecret,
  type Kinds,
  make,
  pathNode,
  section,
  table,
} from '@managed-fields/panel';
import { type NextSync, nextSync, type SyncedField, type Verdict } from './next-sync.ts';
import type { SyncSettings } from './sync-settings.ts';

const title = 'Desired beside live, and the next sync';

const verdicts: Readonly<Record<Verdict, string>> = {
  taken: 'takes it',
  kept: 'leaves it',
  ignored: 'leaves it: ignoreDifferences',
  removed: 'removes it',
  other: 'writes another value',
  fails: 'fails',
  left: 'leaves the object',
};

/** Whether a field changes hands or value by the next sync. */
const moves: ReadonlySet<Verdict> = new Set(['taken', 'removed', 'other']);

/** What is known of the object beside the Application. */
export interface SyncFacts {
  /** Whether Argo CD says that the object is in sync. */
  readonly isSynced: boolean;
  /** The words of the last sync for the object, where it failed. */
  readonly lastFailure: string | undefined;
}

/** The part of the panel that shows the desired object beside the live one. */
export async function syncSection(
  live: ValueMap,
  desired: ValueMap,
  { settings, facts, kinds }: { readonly settings: SyncSettings; readonly facts: SyncFacts; readonly kinds: Kinds },
): Promise<HTMLElement> {
  // Argo CD hands out no definitions: a kind of them is played by what its object proves, which needs this code.
  provideCustomResources(customResources);
  const sync = await computed(() => nextSync({ live, desired, settings, ...kinds }));
  const leftOut = settings.outOfSyncOnly && facts.isSynced;
  return section(
    title,
    facts.lastFailure !== undefined &&
      make('div', { class: 'mf-bad' }, make('p', {}, `The last sync failed here: ${facts.lastFailure}`)),
    sync.result === 'fails' &&
      make('div', { class: 'mf-bad' }, make('p', {}, `The next sync fails: ${sync.message ?? ''}`)),
    make('p', { class: 'mf-note' }, summary(sync, settings, leftOut)),
    sync.withoutSchema && make('p', { class: 'mf-note mf-soft' }, withoutSchema),
    sync.fields.length > 0 && fieldsTable(sync.fields, leftOut, isSecret(live)),
    sync.filledIn > 0 && sync.result !== 'fails' && make('p', { class: 'mf-note mf-soft' }, filledIn(sync.filledIn)),
    sync.leftOut > 0 && make('p', { class: 'mf-note' }, `And ${sync.leftOut} more fields.`),
  );
}

function summary(sync: NextSync, settings: SyncSettings, leftOut: boolean): string {
  const way = wayOf(settings);
  const moved = sync.fields.filter(({ verdict }) => moves.has(verdict)).length;
  const fields = `${sync.fields.length === 1 ? '1 field differs' : `${sync.fields.length + sync.leftOut} fields differ`}`;
  if (leftOut) return `${fields}, but the object is in sync, and ApplyOutOfSyncOnly=true leaves such objects out.`;
  if (sync.result === 'fails') return `${fields}. ${way}`;
  if (sync.result === 'left') return `A sync leaves this object: ${sync.message ?? ''}`;
  if (sync.fields.length === 0) return `Nothing differs, and a sync changes no value. ${way}`;
  return `${fields}; a sync changes ${moved === 0 ? 'none' : moved} of them. ${way}`;
}

function filledIn(count: number): string {
  return `The server fills in ${count === 1 ? '1 field' : `${count} fields`} that neither object has.`;
}

const withoutSchema =
  'This kind has no schema here, since Argo CD hands out no definitions: lists and maps are what the object proves.';

/** How Argo CD applies, in a sentence. */
function wayOf({ options }: SyncSettings): string {
  const is = (name: string) => options.get(name) === 'true';
  const how = is('ServerSideApply')
    ? 'Argo CD applies server-side as argocd-controller and forces conflicts: what others own, it takes.'
    : is('Replace')
      ? 'Argo CD replaces the object.'
      : 'Argo CD applies client-side: it writes what differs, whoever owns it.';
  return `${how}${is('RespectIgnoreDifferences') ? ' Fields of ignoreDifferences keep their values.' : ''}`;
}

function fieldsTable(fields: readonly SyncedField[], leftOut: boolean, secret: boolean): HTMLElement {
  const value = (text: string | undefined, path: string): Child => {
    if (text === undefined) return '—';
    return make('code', {}, secret && /^\.(data|stringData|metadata\.annotations)\b/.test(path) ? hiddenValue : text);
  };
  const rows = fields.map(({ path, live, desired, owners, verdict }): readonly Child[] => {
    const names = owners.map(
      ({ manager, operation, subresource }) =>
        `${manager} (${operation}${subresource === '' ? '' : `, ${subresource}`})`,
    );
    const said = leftOut ? 'left' : verdict;
    const takes = moves.has(said);
    const own = owners.every(({ manager }) => manager === 'argocd-controller');
    return [
      pathNode(path),
      value(desired, path),
      value(live, path),
      names.length === 0 ? 'nobody' : names.join(', '),
      make(
        'span',
        { class: `mf-badge${said === 'fails' ? ' mf-worse' : takes && !own ? ' mf-takes' : ''}` },
        verdicts[said],
      ),
    ];
  });
  return table('Differences', ['Field', 'Desired', 'Live', 'Owned by', 'The next sync'], rows);
}

/** A sentence instead of the table. */
export function noSync(sentence: string): HTMLElement {
  return section(title, make('p', { class: 'mf-note' }, sentence));
}
