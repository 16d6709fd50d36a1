import { terminalLine } from '@managed-fields/foreign-text';
import {
  type FindingWords,
  findingWords,
  newestWrite,
  objectName,
  type RuleId,
  type Severity,
  type SurveyedObject,
  startTotals,
  surveyCsvParts,
  surveyJsonParts,
  surveyMarkdown,
  surveyReport,
  surveySarif,
} from '@managed-fields/survey';
import { counting } from '@managed-fields/words/messages/en/counting';
import { findings as findingMessages } from '@managed-fields/words/messages/en/findings';
import { report } from '@managed-fields/words/messages/en/report';
import { upgrade } from '@managed-fields/words/messages/en/upgrade';
import type { Io } from '../io.ts';
import { textTable } from '../text-table.ts';
import type { SurveyFormat, SurveyTable } from './options.ts';

/** The most objects of a report, which is one document; the other formats have no end. */
const mostReported = 100_000;

/** The most objects that the text lists below one rule, and of a table. */
const [mostFound, mostRows] = [100, 1000];

/** What is said of findings. */
export const words: FindingWords = findingWords({ counting, findings: findingMessages });

/** What is printed of a survey. */
export interface Printed {
  readonly output: SurveyFormat;
  readonly show: ReadonlySet<SurveyTable>;
  /** The number of all objects that were read; those that are shown may be fewer. */
  readonly size: number;
  /** How grave a rule is, as the user has it. */
  readonly severityOf: (rule: RuleId) => Severity;
}

/** Prints objects as they come. Returns why that cannot be done; undefined where it was. */
export function printSurvey(
  objects: Iterable<SurveyedObject>,
  { output, show, size, severityOf }: Printed,
  io: Io,
): string | undefined {
  switch (output) {
    case 'text':
      io.stdout.write(surveyText(objects, { show, size, severityOf }));
      return undefined;
    case 'csv':
      writeParts(surveyCsvParts(objects), io);
      return undefined;
    case 'json':
      writeParts(surveyJsonParts(objects), io);
      return undefined;
    case 'sarif': {
      const { text, leftOut } = surveySarif(objects, { words, version: io.version(), severityOf });
      io.stdout.write(text);
      if (leftOut > 0) io.stderr.write(`SARIF takes no more than 25000 findings: ${leftOut} are left out.\n`);
      return undefined;
    }
    case 'markdown':
    case 'html': {
      const reported: SurveyedObject[] = [];
      for (const object of objects) {
        if (reported.length >= mostReported)
          return `--output ${output} has at most ${mostReported} objects: choose some by --filter`;
        reported.push(object);
      }
      if (output === 'markdown') io.stdout.write(`${surveyMarkdown(reported, report, words)}\n`);
      else {
        const made = new Date(io.now()).toISOString().slice(0, 16).replace('T', ' ');
        io.stdout.write(
          surveyReport(reported, { words: report, findingWords: words, lang: 'en', made: `${made} UTC` }),
        );
      }
      return undefined;
    }
  }
}

/** How much is written at once. */
const blockLength = 1 << 16;

function writeParts(parts: Iterable<string>, io: Io): void {
  let block = '';
  for (const part of parts) {
    block += part;
    if (block.length < blockLength) continue;
    io.stdout.write(block);
    block = '';
  }
  io.stdout.write(block);
}

/** The objects of a rule: how many there are, and the first of them. */
interface Found {
  count: number;
  readonly lines: string[];
}

function surveyText(
  objects: Iterable<SurveyedObject>,
  { show, size, severityOf }: Pick<Printed, 'show' | 'size' | 'severityOf'>,
): string {
  const totals = startTotals();
  const found = new Map<RuleId, Found>();
  const rows: (readonly (string | number)[])[] = [];
  let [shown, findings] = [0, 0];
  for (const object of objects) {
    shown++;
    totals.add(object);
    for (const finding of object.findings) {
      findings++;
      const known = found.get(finding.rule) ?? { count: 0, lines: [] };
      found.set(finding.rule, known);
      if (known.count++ < mostFound)
        known.lines.push(`  ${objectName(object)}: ${words.rule(finding.rule).sentence(finding)}`);
    }
    if (rows.length < mostRows) rows.push(rowOf(object));
  }
  const managers = totals.all();
  const head = [report.summary({ objects: shown, managers: managers.length, findings })];
  if (shown < size) head.push(`The filter chose them among ${upgrade.objects({ count: size })}.`);
  const lines = [
    ...head,
    ...(show.has('managers') && managers.length > 0 ? ['', ...managerTable(managers)] : []),
    ...(show.has('findings') ? findingLines(found, severityOf) : []),
    ...(show.has('objects') && shown > 0 ? ['', ...textTable(objectHeads, rows)] : []),
    ...(show.has('objects') && shown > rows.length ? [`and ${shown - rows.length} more, which -o csv has`] : []),
  ];
  return lines.map((line) => `${terminalLine(line)}\n`).join('');
}

function managerTable(managers: ReturnType<ReturnType<typeof startTotals>['all']>): readonly string[] {
  const heads = ['MANAGER', 'OPERATIONS', 'OBJECTS', 'FIELDS', 'ALONE', 'SHARED', 'NEWEST WRITE'];
  const rows = managers
    .slice(0, mostRows)
    .map(({ manager, operations, objects, fields, alone, shared, newest }) => [
      manager,
      operations.join(', '),
      ...[objects, fields, alone, shared],
      newest,
    ]);
  return textTable(heads, rows);
}

function findingLines(found: ReadonlyMap<RuleId, Found>, severityOf: Printed['severityOf']): readonly string[] {
  const rules = [...found].sort(([, a], [, b]) => b.count - a.count);
  return rules.flatMap(([rule, { count, lines }]) => [
    '',
    `${words.rule(rule).title} (${rule}, ${severityOf(rule)}, ${upgrade.objects({ count })})`,
    ...lines,
    ...(count > lines.length ? [`  and ${count - lines.length} more, which -o csv has`] : []),
  ]);
}

const objectHeads = ['KIND', 'NAMESPACE', 'NAME', 'MANAGERS', 'FIELDS', 'SHARED', 'FINDINGS', 'NEWEST WRITE'];

function rowOf(object: SurveyedObject): readonly (string | number)[] {
  const { kind, namespace, name, entries, fields, shared, findings } = object;
  const managers = [...new Set(entries.map(({ manager }) => manager))];
  return [kind, namespace, name, managers.join(', '), fields, shared, findings.length, newestWrite(object)];
}
