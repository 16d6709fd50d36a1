import type {
  Collected,
  Deed,
  Forecast,
  ForecastRow,
  ForecastSummary,
  Remark,
  UnreadRow,
  WaySummary,
} from '@managed-fields/forecast';
import { changesOnlyOwners } from '@managed-fields/forecast';
import type { OwnerIdentity } from '@managed-fields/merge-engine';
import type { ToolChoice } from '@managed-fields/tools/programs';
import { forecast as messages } from '@managed-fields/words/messages/en/forecast';
import type { ShownForecast } from './shown.ts';

/** Who an owner is: `hpa (Update, /scale)`. */
export function ownerWords({ manager, operation, subresource }: OwnerIdentity): string {
  return `${manager} (${operation}${subresource === '' ? '' : `, /${subresource}`})`;
}

/** Why a manifest has no forecast, as the page says it. */
export function unreadWords({ reason, detail }: UnreadRow): string {
  return messages.unread[reason]({ detail });
}

/** What a release comes to, in sentences. */
export function summaryWords(summary: ForecastSummary, manager: string, noun = 'manifest'): readonly string[] {
  const { manifests, serverSide, clientSide, hooks, unread, untracked, left } = summary;
  const first = clientSide === undefined ? `applied by ${manager}` : `applied server-side by ${manager}`;
  return [
    `${count(manifests, noun)} ${first}: ${wayWords(serverSide)}.`,
    ...(clientSide === undefined ? [] : [`Client-side: ${wayWords(clientSide)}.`]),
    ...conflictWords(serverSide),
    ...takenWords(serverSide, ''),
    ...(clientSide === undefined ? [] : takenWords(clientSide, 'Client-side apply asks nobody: ')),
    ...(serverSide.staying === 0
      ? []
      : [
          `${count(serverSide.staying, 'field')} no longer declared ${verb(serverSide.staying, 'stays', 'stay')}, because others own ${verb(serverSide.staying, 'it', 'them')}.`,
        ]),
    ...(serverSide.unowned === 0
      ? []
      : [
          `${count(serverSide.unowned, 'field')} ${verb(serverSide.unowned, 'stays', 'stay')} and nobody owns ${verb(serverSide.unowned, 'it', 'them')} afterwards.`,
        ]),
    ...(hooks === 0 ? [] : [`${count(hooks, 'hook')} ${verb(hooks, 'is', 'are')} not applied.`]),
    ...(unread === 0 ? [] : [`${count(unread, 'manifest')} cannot be read.`]),
    ...(untracked === 0
      ? []
      : [
          `${count(untracked, 'live object')} ${verb(untracked, 'has', 'have')} no managedFields: who owns what in ${verb(untracked, 'it', 'them')} is not known.`,
        ]),
    ...(left === 0
      ? []
      : [
          `${count(left, 'object')} that ${manager} wrote ${verb(left, 'is', 'are')} not in the release, and an apply leaves ${verb(left, 'it', 'them')} there.`,
        ]),
  ];
}

function wayWords({ results, onlyOwners }: WaySummary): string {
  const { created, changed, unchanged, conflict, refused, deleted, left } = results;
  const owners =
    onlyOwners === 0
      ? ''
      : ` (${onlyOwners === changed ? 'only who owns what' : `${onlyOwners} of them only in who owns what`})`;
  const parts = [
    conflict === 0 ? '' : `${conflict} in conflict`,
    refused === 0 ? '' : `${refused} refused`,
    created === 0 ? '' : `${created} created`,
    changed === 0 ? '' : `${changed} changed${owners}`,
    deleted === 0 ? '' : `${deleted} deleted`,
    unchanged === 0 ? '' : `${unchanged} unchanged`,
    left === 0 ? '' : `${left} left`,
  ].filter((part) => part !== '');
  return parts.length === 0 ? 'nothing is applied' : parts.join(', ');
}

function conflictWords({ conflicts, conflictsWith }: WaySummary): readonly string[] {
  if (conflicts === 0) return [];
  const owners = conflictsWith.map(({ manager, fields }) => `${manager} (${fields})`).join(', ');
  return [`${count(conflicts, 'conflicting field')}, owned by ${owners}.`];
}

function takenWords({ takenFrom }: WaySummary, before: string): readonly string[] {
  if (takenFrom.length === 0) return [];
  const owners = takenFrom.map(({ manager, fields }) => `${manager} (${fields})`).join(', ');
  return [`${before}${before === '' ? 'Fields' : 'fields'} are taken from ${owners}.`];
}

/** What a release comes to, or a program did, in sentences. */
export function shownSummary(shown: ShownForecast): readonly string[] {
  const { summary, rehearsed } = shown;
  if (rehearsed === undefined) return summaryWords(summary, appliedBy(shown));
  const words = summaryWords(summary, programOf(rehearsed), 'object');
  return rehearsed.ready ? [...words, 'What waits was marked as ready, by a status that is left out here.'] : words;
}

/** Who applies, in the words of a summary. */
function appliedBy({ manager, tool }: { readonly manager: string; readonly tool: ToolChoice | undefined }): string {
  return tool === undefined ? manager : `${tool.name} ${tool.version}`;
}

/** What a tool ends with, and what it was told. */
export function toolWords({
  tool,
  error,
  rehearsed,
}: Pick<ShownForecast, 'tool' | 'error' | 'rehearsed'>): readonly string[] {
  if (rehearsed !== undefined) return error === undefined ? [] : [`${programOf(rehearsed)} failed: ${error}.`];
  if (tool === undefined) return [];
  const options = [...tool.options].map(([name, value]) => `${name}=${value}`).join(', ');
  return [
    `As ${tool.name} ${tool.version} does it${options === '' ? '' : `, with ${options}`}.`,
    ...(error === undefined ? [] : [`It ends with an error: ${error.trim().split('\n')[0] ?? ''}`]),
  ];
}

/** What a tool did beyond one apply. */
export const deedWords: Readonly<Record<Deed, string>> = {
  recreated: 'deleted and created again: what is in it, or owned by it, goes',
  migrated: 'entries of other managers are moved to that of the tool',
};

/** What a result is called in a row. */
export function resultWords(forecast: Forecast): string {
  return changesOnlyOwners(forecast) ? 'owners' : forecast.result;
}

/** What is to be known beside a result. */
export function remarkWords(remark: Remark): string {
  switch (remark.code) {
    case 'no-managed-fields':
      return 'the live object has no managedFields: who owns what is not known';
    case 'repeated':
      return `the same object as manifest ${remark.index + 1}, which is applied first`;
    case 'generated-name':
      return 'the server makes up the name: each release creates one more';
    case 'unseen-namespace':
      return `the dump has namespaces, and ${remark.namespace} is not one of them`;
  }
}

/** What a hook is called: `hook of Helm: pre-upgrade`. */
export function hookWords({ tool, hooks }: Extract<ForecastRow, { readonly kind: 'hook' }>): string {
  return `hook of ${tool === 'helm' ? 'Helm' : 'Argo CD'}, not applied: ${hooks.join(', ')}`;
}

export function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}

function verb(number: number, one: string, many: string): string {
  return number === 1 ? one : many;
}

/** Why a controller would take an object away, or its references: `garbage collector: its owner Deployment web goes`. */
export function collectedWords({ by, because, result, finalizers }: Collected): string {
  const who = by === 'garbage-collector' ? 'garbage collector' : 'namespace controller';
  const waits = result === 'waits' ? `, and it stays as long as it has ${finalizers.join(', ')}` : '';
  return `${who}: ${becauseWords(because, result)}${waits}`;
}

function becauseWords(because: Collected['because'], result: Collected['result']): string {
  switch (because.kind) {
    case 'namespace':
      return `the namespace ${because.name} is deleted`;
    case 'dependents': {
      const done = because.policy === 'Foreground' ? 'deleted' : 'orphaned';
      return result === 'waits' ? `its dependents are ${done} first` : `its dependents are ${done}`;
    }
    case 'owners': {
      const { owners } = because;
      const said = `${owners.join(', ')} ${verb(owners.length, 'goes', 'go')}`;
      if (result !== 'kept') return `its ${verb(owners.length, 'owner', 'owners')} ${said}`;
      return `${said}, and it stays without ${verb(owners.length, 'that owner', 'those owners')}`;
    }
  }
}

/** What stands above the list of what controllers would do. */
export const nextTitle =
  'Next, by ownerReferences, finalizers and namespaces of these objects, controllers would do this, which do not run here:';

/** What a link opens. */
export function linkWords({ rehearsed }: Pick<ShownForecast, 'rehearsed'>): string {
  return rehearsed === undefined ? 'the first conflict' : 'all that was written';
}

/** A program by its name, without where it lies. */
function programOf({ command }: { readonly command: readonly string[] }): string {
  return (command[0] ?? '').split(/[\\/]/).at(-1) ?? '';
}
