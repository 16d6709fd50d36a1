import { htmlText } from '@managed-fields/foreign-text';
import {
  assignColours,
  element,
  markTree,
  palette,
  pathTrees,
  staticCss,
  type Tree,
  toHtml,
} from '@managed-fields/rendering';
import type { Messages } from '@managed-fields/words';
import type { SurveyedObject } from '../object.ts';
import { heatLevel, heatMap } from '../table/heat.ts';
import { totalsOf } from '../table/totals.ts';
import type { FindingWords } from '../words/words.ts';
import { findingsByRule, managerHeads, objectName } from './sections.ts';

/** What a report is made of. */
export interface ReportOptions {
  readonly words: Messages['report'];
  readonly findingWords: FindingWords;
  /** As HTML names languages. */
  readonly lang: string;
  /** When it is made, as it is to be read. */
  readonly made: string;
}

/** The most managers that have a column of their own. */
const mostColumns = 16;

/**
 * Draws objects as one HTML file without scripts, which loads nothing: totals by manager, findings with their evidence, and the
 * heat map of objects and managers. Names in it are text, whatever they hold.
 */
export function surveyReport(
  objects: readonly SurveyedObject[],
  { words, findingWords, lang, made }: ReportOptions,
): string {
  const totals = totalsOf(objects);
  const managers = totals.map(({ manager }) => manager);
  const marks = palette(assignColours(managers));
  const marked = (manager: string): readonly Tree[] => [markTree(marks.of(manager)), element('b', {}, manager)];
  const findings = findingsByRule(objects);
  const count = findings.reduce((sum, { found }) => sum + found.length, 0);
  const shown = managers.slice(0, mostColumns);
  const heat = heatMap(objects, shown);

  const managerRows = totals.map((total) =>
    element(
      'tr',
      {},
      element('th', { scope: 'row' }, marked(total.manager)),
      element('td', {}, total.operations.join(', ')),
      [total.objects, total.fields, total.alone, total.shared].map(number),
      [total.oldest, total.newest].map((time) => element('td', {}, time)),
      number(total.bytes),
    ),
  );
  const found = findings.map(({ rule, found }) =>
    element(
      'details',
      {},
      element('summary', {}, `${findingWords.rule(rule).title} (${found.length})`),
      element(
        'ul',
        {},
        found.map(({ finding, object }) =>
          element(
            'li',
            {},
            element('b', {}, objectName(object)),
            ` ${findingWords.rule(finding.rule).sentence(finding)} `,
            finding.fields.flatMap((path) => [element('code', {}, pathTrees(path)), ' ']),
          ),
        ),
      ),
    ),
  );
  const objectRows = objects.map((object) =>
    element(
      'tr',
      {},
      element('th', { scope: 'row' }, objectName(object)),
      number(object.fields),
      number(object.shared),
      heat
        .cellsOf(object)
        .map((cell) =>
          cell === undefined
            ? element('td')
            : element('td', { class: `mf-number mf-heat-${heatLevel(cell.fields, heat.most)}` }, String(cell.fields)),
        ),
    ),
  );
  const body = element(
    'main',
    { class: 'mf mf-report' },
    element('h1', {}, words.title),
    element(
      'p',
      {},
      `${words.summary({ objects: objects.length, managers: totals.length, findings: count })} ${words.made({ time: made })}`,
    ),
    element('h2', {}, words.managers),
    table(
      managerHeads(words).map((head) => [head]),
      managerRows,
    ),
    found.length > 0 && [element('h2', {}, words.findings), ...found],
    element('h2', {}, words.objects),
    managers.length > shown.length && element('p', {}, words.moreManagers({ count: managers.length - shown.length })),
    table([[words.object], [words.fields], [words.shared], ...shown.map(marked)], objectRows),
  );
  // Of what stands here, only words of ours are outside of the tree, which escapes all that is in it.
  return [
    '<!doctype html>',
    `<html lang="${lang}"><head><meta charset="utf-8"><title>${htmlText(words.title)}</title>`,
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">',
    `<style>${staticCss}${reportCss}</style></head><body>${toHtml(body)}</body></html>`,
    '',
  ].join('\n');
}

function number(value: number): Tree {
  return element('td', { class: 'mf-number' }, String(value));
}

function table(heads: readonly (readonly Tree[])[], rows: readonly Tree[]): Tree {
  const head = element(
    'tr',
    {},
    heads.map((each) => element('th', { scope: 'col' }, each)),
  );
  return element(
    'div',
    { class: 'mf-wide' },
    element('table', {}, element('thead', {}, head), element('tbody', {}, rows)),
  );
}

const reportCss = `body{margin:0;background:light-dark(#fff,#11151b);color-scheme:light dark}
.mf-report{max-width:1400px;margin:16px auto;padding:0 16px 16px;border:0}
.mf-report h1{font-size:20px;margin:12px 0 4px}.mf-report h2{font-size:15px;margin:20px 0 6px}
.mf-wide{overflow-x:auto}
.mf-report :is(th,td){padding:3px 8px;border-bottom:1px solid var(--mf-line);text-align:start;vertical-align:top}
.mf-report thead th{white-space:nowrap;color:var(--mf-soft)}
.mf-report tbody th{font-weight:400;overflow-wrap:anywhere}
.mf-report .mf-number{text-align:end;font-variant-numeric:tabular-nums}
.mf-report .mf-mark{margin-inline-end:6px}
.mf-report details{margin:4px 0}.mf-report details li{padding:2px 0 2px 18px}
${[1, 2, 3, 4, 5].map((level) => `.mf-report .mf-heat-${level}{background:color-mix(in srgb,var(--mf-accent) ${level * 11}%,transparent)}`).join('\n')}
`;
