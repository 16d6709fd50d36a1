import { type Forecast, type ForecastRow, objectText, type PlayedRow } from '@managed-fields/forecast';
import {
  markdownCode as code,
  htmlInMarkdown,
  markdownFence,
  markdownTable,
  markdownText,
  visibleLine,
} from '@managed-fields/foreign-text';
import { lastAppliedPath } from '@managed-fields/player';
import { isTrouble, placeOf, type ShownForecast } from './shown.ts';
import {
  collectedWords,
  deedWords,
  hookWords,
  linkWords,
  nextTitle,
  ownerWords,
  remarkWords,
  resultWords,
  shownSummary,
  toolWords,
  unreadWords,
} from './words.ts';

/** The most characters of a comment; GitHub takes 65,536. */
const longest = 60_000;

/** The most rows of a table and of a list of fields. */
const mostRows = 100;
const mostListed = 30;

/** A forecast as a comment on a pull request: the summary, a table of what is not unchanged, and details folded. */
export function forecastMarkdown(shown: ShownForecast): string {
  const { rows, left, link, next = [] } = shown;
  const told = rows.filter((row) => !isUnchanged(row));
  const head = [
    `### ${shown.rehearsed === undefined ? 'Forecast' : 'Rehearsal'}: ${headline(shown)}`,
    '',
    [...toolWords(shown), ...shownSummary(shown), ...shown.unmet].map(markdownText).join(' '),
    '',
    ...(link === undefined ? [] : [`[Open ${linkWords(shown)}](${link})`, '']),
    ...tableOf(told, shown),
  ].join('\n');
  const details = [...nextOf(next), ...told.flatMap((row) => detailsOf(row) ?? []), ...leftOf(left)];
  let text = `${head}\n`;
  let untold = 0;
  for (const each of details) {
    if (untold > 0 || text.length + each.length > longest) untold++;
    else text += `${each}\n`;
  }
  return untold === 0 ? text : `${text}\nDetails of ${untold} more are left out.\n`;
}

function headline({ rows, summary, error }: ShownForecast): string {
  const { conflict, refused, deleted } = summary.serverSide.results;
  const gone = deleted === 0 ? '' : `, ${deleted} deleted`;
  if (conflict + refused > 0) return `${conflict} in conflict, ${refused} refused${gone}`;
  if (error !== undefined) return 'the tool ends with an error';
  return rows.some(({ kind }) => kind === 'unread') ? 'a manifest cannot be read' : `no conflicts${gone}`;
}

function isUnchanged(row: ForecastRow): boolean {
  if (row.kind !== 'played' || row.remarks.length > 0) return false;
  return row.serverSide.result === 'unchanged' && (row.clientSide?.result ?? 'unchanged') === 'unchanged';
}

function tableOf(rows: readonly ForecastRow[], shown: ShownForecast): readonly string[] {
  if (rows.length === 0) return [];
  const cells = rows
    .slice(0, mostRows)
    .map((row) => [
      row.kind === 'unread' ? 'a manifest' : code(objectText(row.object)),
      ...(row.kind === 'extra'
        ? [marked(row.forecast)]
        : row.kind === 'played'
          ? [marked(row.serverSide), ...(shown.clientSide ? [row.clientSide ? marked(row.clientSide) : ''] : [])]
          : [row.kind, ...(shown.clientSide ? [''] : [])]),
      row.kind === 'extra' ? '' : code(placeOf(shown, row)),
    ]);
  const titles = ['object', ...(shown.clientSide ? ['server-side', 'client-side'] : ['result']), 'manifest'];
  const more = rows.length - mostRows;
  return [...markdownTable(titles, cells), ...(more > 0 ? [`and ${more} more.`, ''] : [])];
}

function marked(forecast: Forecast): string {
  const words = resultWords(forecast);
  return isTrouble(forecast) ? `**${words}**` : words;
}

/** What there is to say of a row, folded; undefined where the table says all. */
function detailsOf(row: ForecastRow): string | undefined {
  switch (row.kind) {
    case 'unread':
      return folded('a manifest: unread', [markdownFence(unreadWords(row))]);
    case 'hook':
      return folded(objectSummary(objectText(row.object)), [markdownText(hookWords(row))]);
    case 'extra':
      return folded(objectSummary(objectText(row.object), `: ${row.forecast.result}`), waysLines(row.forecast));
    case 'played':
      return detailsOfPlayed(row);
  }
}

function detailsOfPlayed({ object, serverSide, clientSide, remarks, tool }: PlayedRow): string | undefined {
  const own = [
    ...(tool?.deeds ?? []).map((deed) => markdownText(deedWords[deed])),
    ...remarks.map((remark) => markdownText(remarkWords(remark))),
    ...waysLines(serverSide),
  ];
  const other = clientSide === undefined ? [] : waysLines(clientSide);
  if (own.length + other.length === 0) return undefined;
  const title = clientSide === undefined ? [] : [`Client-side: ${resultWords(clientSide)}.`];
  return folded(objectSummary(objectText(object), `: ${resultWords(serverSide)}`), [...own, ...title, ...other]);
}

function waysLines(forecast: Forecast): readonly string[] {
  const { changes, conflicts, taken, staying, unowned, warnings, message, leftOut } = forecast;
  const items = [
    ...conflicts.map(
      ({ path, owner, live, declared }) =>
        `- ${code(path)}: ${value(live)} of ${code(ownerWords(owner))}, the manifest has ${value(declared)}`,
    ),
    ...changes.map(({ path, before, after, owners = [] }) => {
      if (path === lastAppliedPath) return `- ${code(path)}: ${after === undefined ? 'taken out' : 'rewritten'}`;
      if (after !== undefined) return `- ${code(path)}: ${value(before)} → ${value(after)}`;
      if (owners.length === 0) return `- ${code(path)} goes, it was ${value(before)}`;
      const whose = owners.map((owner) => code(ownerWords(owner))).join(', ');
      return `- **error**: ${code(path)} goes, it was ${value(before)}, which ${whose} set`;
    }),
    ...taken.map(({ owner, fields, gone }) => {
      const names = fields.slice(0, mostListed).map(code).join(', ');
      return `- taken from ${code(ownerWords(owner))}${gone ? ', which owns nothing any more' : ''}: ${names}`;
    }),
    ...staying.map(
      ({ path, value: kept, owners }) =>
        `- stays, owned by ${owners.map((owner) => code(ownerWords(owner))).join(', ')}: ${code(path)}: ${value(kept)}`,
    ),
    ...unowned.map(({ path, value: kept }) => `- nobody owns ${code(path)}: ${value(kept)}`),
  ];
  const more = Math.max(0, items.length - mostListed) + leftOut;
  const list = [...items.slice(0, mostListed), ...(more > 0 ? [`- and ${more} more`] : [])].join('\n');
  return [
    ...(list === '' ? [] : [list]),
    ...warnings.map((warning) => `Warning: ${code(warning)}`),
    ...(message === undefined || !isTrouble(forecast) ? [] : [markdownFence(message)]),
  ];
}

function leftOf(left: ShownForecast['left']): readonly string[] {
  if (left.length === 0) return [];
  const items = left.slice(0, mostRows).map(({ object }) => `- ${code(objectText(object))}`);
  const more = left.length - items.length;
  const list = [...items, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n');
  return [folded('In the cluster by this manager, and not in the release', [list])];
}

function nextOf(next: NonNullable<ShownForecast['next']>): readonly string[] {
  if (next.length === 0) return [];
  const items = next
    .slice(0, mostRows)
    .map((each) => `- ${each.result}: ${code(objectText(each.object))}: ${markdownText(collectedWords(each))}`);
  const more = next.length - items.length;
  const list = [...items, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n');
  const gone = next.filter(({ result }) => result === 'deleted').length;
  return [folded(`What controllers would do next: ${gone} more deleted`, [markdownText(nextTitle), list])];
}

/** What is folded of an object. Between the tags stands HTML: no Markdown is read there, and code mentions nobody. */
function objectSummary(object: string, words = ''): string {
  return `<code>${htmlInMarkdown(visibleLine(object))}</code>${words}`;
}

/** `summary` is HTML. */
function folded(summary: string, parts: readonly string[]): string {
  return `<details><summary>${summary}</summary>\n\n${parts.join('\n\n')}\n\n</details>\n`;
}

function value(text: string | undefined): string {
  return text === undefined ? '(none)' : code(text);
}
