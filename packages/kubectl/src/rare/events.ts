import { pathOf } from '@managed-fields/api-server';
import { isMap, mapAt, metadataOf, parseTime, type Value, type ValueMap } from '@managed-fields/merge-engine';
import { listTyped } from '../client.ts';
import { seenOf, textAt } from '../describe/values.ts';
import { type Failure, fail, isFailure, unplayedFlag } from '../failure.ts';
import type { Flags } from '../flags.ts';
import { mappingForArgument } from '../mapping.ts';
import { printerOf } from '../print.ts';
import { goSorted } from '../printing/go-sort.ts';
import type { Printer } from '../printing/printer.ts';
import { escapeTerminal, TabWriter } from '../printing/tab-writer.ts';
import { listItems } from '../selection.ts';
import { type Session, userAgentOf } from '../session.ts';

/** `kubectl events`. Upstream: k8s.io/kubectl pkg/cmd/events. */
export function runEvents(session: Session, flags: Flags): Failure | undefined {
  const about = selectorOf(session, flags.text('for'));
  if (isFailure(about)) return about;
  // All that is printed is aligned, also where it is no table.
  const writer = new TabWriter(session.out);
  const aligned = { ...session, out: (text: string) => writer.write(text) };
  const formatted = flags.text('output') === '' ? undefined : printerOf(aligned, flags, 'none', true);
  if (isFailure(formatted)) return formatted;
  const types = flags.list('types').map((type) => type.toLowerCase());
  if (types.some((type) => type !== 'normal' && type !== 'warning')) return fail('valid --types are Normal or Warning');

  const everywhere = flags.truth('all-namespaces');
  const version = session.catalog.find('', 'v1', 'events');
  if (version === undefined) return fail('the server could not find the requested resource');
  const query = new Map([...(about === '' ? [] : [['fieldSelector', about] as const]), ['limit', '500'] as const]);
  const namespace = everywhere ? '' : session.namespace;
  const isWanted = (event: ValueMap) => types.length === 0 || types.includes(textAt(event, 'type').toLowerCase());
  const table = { everywhere, headers: !flags.truth('no-headers') };
  if (flags.truth('watch')) {
    const path = pathOf({ version, namespace, name: '' });
    const { code, body } = session.watched({ method: 'GET', path, query, userAgent: userAgentOf(session.host) });
    // Who may list may not always watch, and is refused in other words.
    if (code >= 400 || !isMap(body)) return unplayedFlag('watch');
    return watch(session, listItems(body).filter(isWanted), writer, formatted, table);
  }
  const got = listTyped(session, version, namespace, query);
  if (got.kind === 'failure') return got;
  const events = listItems(got.object).filter(isWanted);
  if (events.length === 0) {
    session.err(everywhere ? 'No events found.\n' : `No events found in ${session.namespace} namespace.\n`);
    return undefined;
  }
  const sorted = goSorted(events, (a, b) => timeOf(a) < timeOf(b));
  if (formatted === undefined) {
    printRows(session, writer, sorted, table);
    writer.flush();
    return undefined;
  }
  // Names are those of objects; a list has none, and what goes wrong with printing is not told.
  if (flags.text('output').toLowerCase() === 'name') return undefined;
  formatted.print(
    new Map<string, Value>([
      ['kind', 'EventList'],
      ['apiVersion', 'v1'],
      ['metadata', new Map()],
      ['items', sorted.map(typed)],
    ]),
    '',
  );
  writer.flush();
  return undefined;
}

function typed(event: ValueMap): ValueMap {
  return new Map<string, Value>([['kind', 'Event'], ['apiVersion', 'v1'], ...event]);
}

/** Prints what stands, an event at a time in the order of their names; then nothing comes. Upstream: events.go runWatch. */
function watch(
  session: Session,
  events: readonly ValueMap[],
  writer: TabWriter,
  formatted: Printer | undefined,
  table: EventTable,
): undefined {
  for (const [at, event] of events.entries()) {
    if (formatted === undefined) printRows(session, writer, [event], { ...table, headers: table.headers && at === 0 });
    else formatted.print(typed(event), '');
    writer.flush();
  }
  return undefined;
}

interface EventTable {
  readonly everywhere: boolean;
  readonly headers: boolean;
}

/** The fields of events about an object that is named as `TYPE/NAME`; empty where none is. Upstream: events.go decodeResourceTypeName. */
function selectorOf(session: Session, text: string): string | Failure {
  if (text === '') return '';
  const [type = '', name, ...more] = text.split('/');
  if (name === undefined) return fail('--for must be in resource/name form');
  if (more.length > 0) return fail('arguments in resource/name form may not have more than one slash');
  const mapped = mappingForArgument(session.catalog, type.toLowerCase());
  if (isFailure(mapped)) return { ...mapped, bare: true };
  if (name === '') return '';
  const { resource, apiVersion } = mapped.version;
  return `involvedObject.apiVersion=${apiVersion},involvedObject.kind=${resource.kind},involvedObject.name=${name}`;
}

/** When an event was seen last, in seconds; what says nothing of it comes first. Upstream: events.go eventTime. */
function timeOf(event: ValueMap): number {
  const series = mapAt(event, 'series');
  if (series !== undefined) return secondsOf(textAt(series, 'lastObservedTime')) ?? Number.NEGATIVE_INFINITY;
  return secondsOf(textAt(event, 'lastTimestamp')) ?? secondsOf(textAt(event, 'eventTime')) ?? Number.NEGATIVE_INFINITY;
}

function secondsOf(text: string): number | undefined {
  const whole = parseTime(text);
  const [fraction] = /\.\d+/.exec(text) ?? [];
  return whole === undefined ? undefined : Math.floor(whole) + Number(fraction ?? 0);
}

/** Upstream: event_printer.go. */
function printRows(
  session: Session,
  writer: TabWriter,
  events: readonly ValueMap[],
  { everywhere, headers }: EventTable,
): void {
  const row = (cells: readonly string[]) => writer.write(`${cells.join('\t')}\n`);
  if (headers) row([...(everywhere ? ['NAMESPACE'] : []), 'LAST SEEN', 'TYPE', 'REASON', 'OBJECT', 'MESSAGE']);
  const now = parseTime(session.now) ?? 0;
  for (const event of events) {
    const about = mapAt(event, 'involvedObject');
    row([
      ...(everywhere ? [textAt(metadataOf(event), 'namespace')] : []),
      seenOf(event, now),
      escapeTerminal(textAt(event, 'type')),
      escapeTerminal(textAt(event, 'reason')),
      `${escapeTerminal(textAt(about, 'kind'))}/${escapeTerminal(textAt(about, 'name'))}`,
      escapeTerminal(textAt(event, 'message').trim()),
    ]);
  }
}
