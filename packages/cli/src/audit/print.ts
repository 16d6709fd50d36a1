import type { HistoryRow, LogSummary, ObjectSummary } from '@managed-fields/audit';
import { markdownCode, markdownTable, markdownText, terminalLine } from '@managed-fields/foreign-text';
import { outputJson } from '../json/output.ts';
import { textTable } from '../text-table.ts';
import type { Audited, AuditedObject } from './audited.ts';

/** The most objects of a table. */
const mostRows = 1000;

/** Prints a log: its objects, and the history of one of them. */
export function printAudit(audited: Audited, output: 'text' | 'json' | 'markdown'): string {
  switch (output) {
    case 'text':
      return auditText(audited);
    case 'markdown':
      return auditMarkdown(audited);
    case 'json':
      return auditJson(audited);
  }
}

/** How many events there are, and how many objects were written: dry runs alone write none. */
function countsOf({ events, objects }: LogSummary): string {
  const written = objects.filter(({ requests }) => requests > 0).length;
  const sentence = written === 1 ? '1 object that was written' : `${written} objects that were written`;
  return `${events === 1 ? '1 event' : `${events} events`}, ${sentence}`;
}

type FightOf = AuditedObject['fights']['fights'][number];

function auditText({ summary, objects, history, link }: Audited): string {
  const lines = [
    `${countsOf(summary)}.`,
    '',
    ...textTable(objectHeads, objects.slice(0, mostRows).map(objectCells)),
    ...(objects.length > mostRows ? [`and ${objects.length - mostRows} more`] : []),
    ...fightLines(objects),
    ...(history === undefined ? [] : ['', ...textTable(rowHeads, history.rows.map(rowCells))]),
    ...(link === undefined ? [] : ['', `Open it in the playground: ${link}`]),
  ];
  return lines.map((line) => `${terminalLine(line)}\n`).join('');
}

const objectHeads = ['RESOURCE', 'NAMESPACE', 'NAME', 'REQUESTS', 'DRY RUNS', 'REFUSED', 'WRITERS', 'LAST'];

function objectCells({ object }: AuditedObject): readonly (string | number)[] {
  const { namespace, name, requests, dryRuns, refused, last } = object;
  return [resourceOf(object), namespace, name, requests, dryRuns, refused, writersOf(object), last.slice(0, 19)];
}

function resourceOf({ group, resource }: ObjectSummary): string {
  return group === '' ? resource : `${resource}.${group}`;
}

function writersOf({ writers, otherWriters }: ObjectSummary): string {
  return [...writers, ...(otherWriters > 0 ? [`${otherWriters} more`] : [])].join(', ');
}

function nameOf({ object }: AuditedObject): string {
  const { namespace, name } = object;
  return `${resourceOf(object)} ${namespace === '' ? '' : `${namespace}/`}${name}`;
}

function fightLines(objects: readonly AuditedObject[]): readonly string[] {
  return objects.flatMap((each) =>
    each.fights.fights.flatMap((fight) => ['', `${nameOf(each)}: ${fightSentence(fight)}`, ...sideLines(fight)]),
  );
}

function fightSentence({ path, sides, turns }: FightOf): string {
  const [one, other] = sides;
  return `${one.owner.manager} and ${other.owner.manager} take ${path} from each other, ${turns} times`;
}

function sideLines({ sides }: FightOf): readonly string[] {
  return sides.map(({ owner, values }) => {
    const written = values.map((value) => value ?? '(none)').join(', ');
    return `  ${owner.manager} (${owner.operation}) wrote ${written}`;
  });
}

const rowHeads = ['#', 'TIME', 'USER', 'VERB', 'MANAGER', 'CODE', 'PLAYED'];

function rowCells(row: HistoryRow): readonly (string | number)[] {
  const { number, received, user, verb, subresource, manager, played, code, dryRun } = row;
  const shown = played?.kind === 'played' ? (played.manager ?? manager) : manager;
  const what = `${verb}${subresource === '' ? '' : ` /${subresource}`}${dryRun ? ' (dry run)' : ''}`;
  return [number, received.slice(0, 23), user, what, shown ?? '', code === undefined ? '' : String(code), endOf(row)];
}

function endOf({ played }: HistoryRow): string {
  if (played === undefined) return '';
  if (played.kind === 'not-played') return `not played: ${played.why}`;
  return played.comparison.rows.length === 0 ? 'the same answer' : `${played.comparison.rows.length} differences`;
}

function auditMarkdown({ summary, objects, history, link }: Audited): string {
  const objectRows = objects.slice(0, mostRows).map((each) => {
    const { requests, dryRuns, refused } = each.object;
    return [markdownText(nameOf(each)), requests, dryRuns, refused, markdownText(writersOf(each.object))];
  });
  const fights = objects.flatMap((each) =>
    each.fights.fights.map((fight) => `- **${markdownText(nameOf(each))}**: ${markdownText(fightSentence(fight))}`),
  );
  const rows = (history?.rows ?? []).map((row) => rowCells(row).map((cell) => markdownText(String(cell))));
  return [
    '### Audit log',
    '',
    `${countsOf(summary)}.`,
    '',
    ...markdownTable(['Object', 'Requests', 'Dry runs', 'Refused', 'Writers'], objectRows),
    ...(fights.length === 0 ? [] : [...fights, '']),
    ...(rows.length === 0 ? [] : markdownTable(['Number', 'Time', 'User', 'Verb', 'Manager', 'Code', 'Played'], rows)),
    ...(link === undefined ? [] : [`Opens in the playground: ${markdownCode(link)}`, '']),
  ].join('\n');
}

function auditJson({ summary, objects, history, link }: Audited): string {
  const { events, levels, release, problems } = summary;
  const listed = objects.map(({ object, fights }) => ({ ...object, states: fights.states, fights: fights.fights }));
  return outputJson('AuditLog', { events, levels, release, problems, objects: listed, history: history?.rows, link });
}
