import { type Forecast, type ForecastRow, objectText, type PlayedRow, type ToolFacts } from '@managed-fields/forecast';
import { terminalLine, terminalText } from '@managed-fields/foreign-text';
import { lastAppliedPath } from '@managed-fields/player';
import { columns } from '@managed-fields/rendering';
import { isTrouble, placeOf, type ShownForecast } from './shown.ts';
import {
  collectedWords,
  count,
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

/** The most fields that are listed of one object, and the most objects that are left. */
const mostListed = 20;
const mostLeft = 50;

/** The colours of results in a terminal, by their SGR numbers. */
const colours: Readonly<Record<string, number>> = {
  ...{ conflict: 31, refused: 31, unread: 31, deleted: 31, created: 32, changed: 33 },
};

/** A forecast for a terminal: the summary, then a line an object with its fields below it. */
export function forecastText(shown: ShownForecast, colour: boolean): string {
  const { rows, left, link, next = [] } = shown;
  const paint = (word: string, text: string) =>
    colour && colours[word] !== undefined ? `\u001b[${colours[word]}m${text}\u001b[0m` : text;
  const named = rows.map((row) => ({
    row,
    word: wordOf(row),
    name: nameOf(row),
    place: terminalLine(placeOf(shown, row)),
  }));
  const width = Math.max(0, ...named.map(({ name }) => columns(name)));
  const lines = named.flatMap(({ row, word, name, place }) => [
    `${paint(word, word.padEnd(9))} ${name}${' '.repeat(width - columns(name))}  ${place}`,
    ...detailsOf(row, shown).map((line) => `${indent}${line}`),
  ]);
  const leftLines = left
    .slice(0, mostLeft)
    .map(
      ({ object, entries, owned }) =>
        `left      ${terminalLine(objectText(object))}${owned ? ', which another object owns' : ''}: ${entries
          .map(
            ({ manager: who, operation, fields }) => `${terminalLine(who)} (${operation}), ${count(fields, 'field')}`,
          )
          .join('; ')}`,
    );
  if (left.length > mostLeft) leftLines.push(`and ${left.length - mostLeft} more`);
  const nextLines = next
    .slice(0, mostLeft)
    .map((each) => terminalLine(`${each.result.padEnd(9)} ${objectText(each.object)}: ${collectedWords(each)}`));
  if (next.length > mostLeft) nextLines.push(`and ${next.length - mostLeft} more`);
  return [
    ...toolWords(shown).map(terminalLine),
    ...shownSummary(shown).map(terminalLine),
    ...shown.unmet.map(terminalLine),
    '',
    ...lines,
    ...(leftLines.length === 0 ? [] : ['', 'In the cluster by this manager, and not in the release:', ...leftLines]),
    ...(nextLines.length === 0 ? [] : ['', nextTitle, ...nextLines]),
    ...(link === undefined ? [] : ['', `${linkWords(shown).replace(/^./, (letter) => letter.toUpperCase())}: ${link}`]),
    '',
  ].join('\n');
}

const indent = ' '.repeat(10);

function wordOf(row: ForecastRow): string {
  if (row.kind === 'extra') return row.forecast.result;
  return row.kind === 'played' ? resultWords(row.serverSide) : row.kind;
}

function nameOf(row: ForecastRow): string {
  return row.kind === 'unread' ? '(a manifest)' : terminalLine(objectText(row.object));
}

function detailsOf(row: ForecastRow, shown: ShownForecast): readonly string[] {
  switch (row.kind) {
    case 'unread':
      return [terminalLine(unreadWords(row))];
    case 'hook':
      return [terminalLine(hookWords(row))];
    case 'extra':
      return [...toolLines(row.tool), ...(row.forecast.message ?? '').split('\n').filter(Boolean).map(terminalText)];
    case 'played':
      return [
        ...toolLines(row.tool),
        ...row.remarks.map((remark) => terminalLine(`note: ${remarkWords(remark)}`)),
        ...fieldsOf(row, shown),
      ];
  }
}

/** What a tool did beyond one apply. */
function toolLines(tool: ToolFacts | undefined): readonly string[] {
  return (tool?.deeds ?? []).map((deed) => terminalLine(deedWords[deed]));
}

function fieldsOf(row: PlayedRow, shown: ShownForecast): readonly string[] {
  const own = linesOf(row.serverSide, row, shown);
  const { clientSide } = row;
  if (clientSide === undefined) return own;
  const both = resultWords(clientSide) === 'unchanged' && own.length === 0;
  if (both) return [];
  return [
    ...own,
    `client-side: ${resultWords(clientSide)}`,
    ...linesOf(clientSide, row, shown).map((line) => `  ${line}`),
  ];
}

function linesOf(forecast: Forecast, { place }: PlayedRow, { places }: ShownForecast): readonly string[] {
  const { changes, conflicts, taken, staying, unowned, warnings, message, leftOut } = forecast;
  const listed = [
    ...conflicts.map(({ path, owner, live, declared, range }) => {
      const at = range === undefined ? '' : `  line ${places(place.file, range).line}`;
      return `${path}: ${said(live)} of ${ownerWords(owner)}, the manifest has ${said(declared)}${at}`;
    }),
    ...changes.map(({ path, before, after, owners = [] }) => {
      if (path === lastAppliedPath) return `${path}: ${after === undefined ? 'taken out' : 'rewritten'}`;
      const whose = owners.length === 0 ? '' : `, which ${owners.map(ownerWords).join(', ')} set`;
      return after === undefined
        ? `${path}: goes, it was ${said(before)}${whose}`
        : `${path}: ${said(before)} -> ${said(after)}`;
    }),
    ...taken.flatMap(({ owner, fields, gone }) => [
      `taken from ${ownerWords(owner)}: ${listOf(fields)}${gone ? ', which owns nothing any more' : ''}`,
    ]),
    ...staying.map(
      ({ path, value, owners }) => `stays, owned by ${owners.map(ownerWords).join(', ')}: ${path}: ${said(value)}`,
    ),
    ...unowned.map(({ path, value }) => `nobody owns: ${path}: ${said(value)}`),
  ].map(terminalLine);
  const more = Math.max(0, listed.length - mostListed) + leftOut;
  return [
    ...listed.slice(0, mostListed),
    ...(more === 0 ? [] : [`and ${more} more`]),
    ...warnings.map((warning) => terminalLine(`warning: ${warning}`)),
    ...(message === undefined || !isTrouble(forecast) ? [] : message.split('\n').map(terminalText)),
  ];
}

/** A value in a line; what the object does not have is said so. */
function said(value: string | undefined): string {
  return value ?? '(none)';
}

function listOf(fields: readonly string[]): string {
  const more = fields.length - 5;
  return `${fields.slice(0, 5).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
