import type { AnnotatedText } from '@managed-fields/player';
import type { Palette } from '@managed-fields/rendering';
import { onDemand } from '../../../core/code/fetch-code.ts';
import { askEngine } from '../../../core/engine/drive.ts';
import { useScenario } from '../../../core/store/scenario-store.ts';
import { announce } from '../../../core/ui/announce.ts';
import { download, objectFileName } from '../../../core/ui/download.ts';
import type { MenuItem } from '../../../core/ui/menu-item.ts';
import { words } from '../../../core/words/language.ts';
import { csvOf, markdownOf, type TextTable } from './table-text.ts';

const svgFile = onDemand(() => import('./svg-file.ts'));
const jsonText = onDemand(() => import('../../bring/json-text.ts'));

/** What can be exported: an object with its owners, and its table where that is on screen. */
export interface Exported {
  readonly annotated: AnnotatedText;
  readonly colours: Palette;
  /** `apps/v1 Deployment default/web` */
  readonly object: string;
  /** The id of the step whose object it is. */
  readonly stepId: string;
  /** Returns the rows of the filtered table, for the same object. Without it the menu has no tables. */
  readonly table?: (annotated: AnnotatedText) => TextTable;
}

/**
 * Returns the entries of the export menu: the object as text, its table as CSV and Markdown, the object with its owners
 * as SVG and on paper. Tables, SVG and paper are for others, so what looks secret is replaced in them. The text is as
 * it is, to be applied again.
 */
export function exportItems({ annotated, colours, object, stepId, table }: Exported): readonly MenuItem[] {
  return [
    ...objectItems(annotated.text, object),
    ...(table === undefined ? [] : tableItems(stepId, table, object)),
    { kind: 'heading', text: words.exports.objectHeading },
    { kind: 'note', text: words.exports.redacted },
    {
      kind: 'action',
      text: words.exports.downloadSvg,
      run: async () => {
        const { svgOf } = await svgFile();
        await shareable(stepId, (shown) =>
          download(objectFileName(object, 'svg'), 'image/svg+xml', svgOf(shown, colours, object)),
        );
      },
    },
    { kind: 'action', text: words.exports.print, run: () => window.print() },
  ];
}

function objectItems(text: string, object: string): readonly MenuItem[] {
  const json = async (take: (json: string) => void) => {
    const { jsonOf } = await jsonText();
    take(jsonOf(text) ?? text);
  };
  return [
    { kind: 'heading', text: words.exports.object },
    {
      kind: 'action',
      text: words.exports.downloadYaml,
      run: () => download(objectFileName(object, 'yaml'), 'application/yaml', text),
    },
    { kind: 'action', text: words.exports.copyYaml, run: () => void copy(text) },
    {
      kind: 'action',
      text: words.exports.downloadJson,
      run: () => void json((printed) => download(objectFileName(object, 'json'), 'application/json', printed)),
    },
    { kind: 'action', text: words.exports.copyJson, run: () => void json((printed) => void copy(printed)) },
  ];
}

function tableItems(
  stepId: string,
  table: (annotated: AnnotatedText) => TextTable,
  object: string,
): readonly MenuItem[] {
  return [
    { kind: 'heading', text: words.exports.table },
    { kind: 'note', text: `${words.exports.filtered} ${words.exports.redacted}` },
    {
      kind: 'action',
      text: words.exports.downloadCsv,
      run: () => shareable(stepId, (shown) => download(objectFileName(object, 'csv'), 'text/csv', csvOf(table(shown)))),
    },
    {
      kind: 'action',
      text: words.exports.copyCsv,
      run: () => shareable(stepId, (shown) => copy(csvOf(table(shown)).replace(/^\ufeff/, ''))),
    },
    {
      kind: 'action',
      text: words.exports.downloadMarkdown,
      run: () =>
        shareable(stepId, (shown) => download(objectFileName(object, 'md'), 'text/markdown', markdownOf(table(shown)))),
    },
    {
      kind: 'action',
      text: words.exports.copyMarkdown,
      run: () => shareable(stepId, (shown) => copy(markdownOf(table(shown)))),
    },
  ];
}

/**
 * Asks for the object with its secrets replaced, and calls `take` with it. Where secrets cannot be looked for, it
 * exports nothing and says so.
 */
function shareable(stepId: string, take: (annotated: AnnotatedText) => void): Promise<void> {
  return new Promise((done) => {
    askEngine<'shareable-result'>(useScenario.getState().scenario, { kind: 'shareable-result', stepId }, (ended) => {
      if (ended.kind === 'answered' && ended.answer !== undefined) take(ended.answer);
      else announce(words.exports.notChecked);
      done();
    });
  });
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    announce(words.exports.copied);
  } catch {
    announce(words.exports.notCopied);
  }
}
