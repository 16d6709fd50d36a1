import { provideCustomResources } from '@managed-fields/api-server';
import * as customResources from '@managed-fields/api-server/custom-resources';
import type { ValueMap } from '@managed-fields/merge-engine';
import {
  type Child,
  computed,
  isSecret,
  type Kinds,
  make,
  type PanelWords,
  pathNode,
  section,
  table,
} from '@managed-fields/panel';
import { type NextSync, nextSync, type SyncedField, type Verdict } from './next-sync.ts';
import type { SyncSettings } from './sync-settings.ts';

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
  asked: {
    readonly settings: SyncSettings;
    readonly facts: SyncFacts;
    readonly kinds: Kinds;
    readonly words: PanelWords;
  },
): Promise<HTMLElement> {
  const { settings, facts, kinds, words } = asked;
  const say = words.say.sync;
  // Argo CD hands out no definitions: a kind of them is played by what its object proves, which needs this code.
  provideCustomResources(customResources);
  const sync = await computed(() => nextSync({ live, desired, settings, ...kinds }));
  const leftOut = settings.outOfSyncOnly && facts.isSynced;
  const bad = (sentence: string) => make('div', { class: 'mf-bad' }, make('p', {}, sentence));
  const soft = (sentence: string) => make('p', { class: 'mf-note mf-soft' }, sentence);
  return section(
    say.title,
    facts.lastFailure !== undefined && bad(say.lastFailed({ message: facts.lastFailure })),
    sync.result === 'fails' && bad(say.fails({ message: sync.message ?? '' })),
    make('p', { class: 'mf-note' }, summary(sync, settings, leftOut, words)),
    sync.withoutSchema && soft(say.withoutSchema),
    sync.fields.length > 0 && fieldsTable(sync.fields, leftOut, isSecret(live), words),
    sync.filledIn > 0 && sync.result !== 'fails' && soft(say.filledIn({ count: sync.filledIn })),
    sync.leftOut > 0 && make('p', { class: 'mf-note' }, say.more({ count: sync.leftOut })),
  );
}

function summary(sync: NextSync, settings: SyncSettings, leftOut: boolean, words: PanelWords): string {
  const say = words.say.sync;
  const moved = sync.fields.filter(({ verdict }) => moves.has(verdict)).length;
  const count = sync.fields.length + sync.leftOut;
  if (leftOut) return say.inSync({ count });
  if (sync.result === 'left') return sync.isHook ? say.hook : say.left({ message: sync.message ?? '' });
  const way = wayOf(settings, words);
  if (sync.result === 'fails') return `${say.differ({ count })} ${way}`;
  if (count === 0) return `${say.same} ${way}`;
  return `${moved === 0 ? say.unmoved({ count }) : say.moved({ count, moved })} ${way}`;
}

/** How Argo CD applies, in a sentence. */
function wayOf({ options }: SyncSettings, { say: { sync: say } }: PanelWords): string {
  const is = (name: string) => options.get(name) === 'true';
  const how = is('ServerSideApply') ? say.serverSide : is('Replace') ? say.replace : say.clientSide;
  return is('RespectIgnoreDifferences') ? `${how} ${say.ignoring}` : how;
}

function fieldsTable(
  fields: readonly SyncedField[],
  leftOut: boolean,
  secret: boolean,
  { say: { sync: say, hidden, nobody } }: PanelWords,
): HTMLElement {
  const value = (text: string | undefined, path: string): Child => {
    if (text === undefined) return '—';
    return make('code', {}, secret && /^\.(data|stringData|metadata\.annotations)\b/.test(path) ? hidden : text);
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
      names.length === 0 ? nobody : names.join(', '),
      make(
        'span',
        { class: `mf-badge${said === 'fails' ? ' mf-worse' : takes && !own ? ' mf-takes' : ''}` },
        say.verdicts[said],
      ),
    ];
  });
  const { field, desired, live, owners, next } = say.columns;
  return table(say.table, [field, desired, live, owners, next], rows);
}

/** A sentence instead of the table. */
export function noSync({ say }: PanelWords, sentence: string): HTMLElement {
  return section(say.sync.title, make('p', { class: 'mf-note' }, sentence));
}
