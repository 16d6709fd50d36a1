import type { AnnotatedText } from '@managed-fields/player';
import type { Palette } from '@managed-fields/rendering';
import { onDemand } from '../../../core/code/fetch-code.ts';
import { askEngine } from '../../../core/engine/drive.ts';
import { useScenario } from '../../../core/store/scenario-store.ts';
import { type Action, menuOf } from '../../../core/ui/action.ts';
import { announce } from '../../../core/ui/announce.ts';
import { download, objectFileName } from '../../../core/ui/download.ts';
import type { MenuItem } from '../../../core/ui/menu-list.tsx';
import { words } from '../../../core/words/language.ts';
import { csvOf, markdownOf, type TextTable } from './table-rows.ts';

const svgFile = onDemand(() => import('./svg-file.ts'));
const jsonText = onDemand(() => import('../../bring/json-text.ts'));

/** What can be exported: an object with its owners, and its table where that is on screen. */
export interface Exported {
  readonly annotated: AnnotatedText;
  /** Read only where it is drawn, since a palette takes long to make. */
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
export function exportItems(exported: Exported): readonly MenuItem[] {
  const { object, stepId, table } = exported;
  const actions = exportActions(exported);
  return [
    { kind: 'heading', text: words.exports.object },
    ...menuOf(actions, ['download-yaml', 'copy-yaml', 'download-json', 'copy-json']),
    ...(table === undefined ? [] : tableItems(stepId, table, object)),
    { kind: 'heading', text: words.exports.objectHeading },
    { kind: 'note', text: words.exports.redacted },
    ...menuOf(actions, ['download-svg', 'print']),
  ];
}

/** Returns the actions that export an object: its text, and the object with its owners. */
export function exportActions(exported: Exported): readonly Action[] {
  const { annotated, object, stepId } = exported;
  const { text } = annotated;
  const json = async (take: (json: string) => void) => {
    const { jsonOf } = await jsonText();
    take(jsonOf(text) ?? text);
  };
  const action = (id: string, label: string, run: () => void): Action => {
    return { id, group: 'view', label, words: `${words.exports.label} ${words.exports.objectHeading}`, run };
  };
  return [
    action('download-yaml', words.exports.downloadYaml, () => {
      download(objectFileName(object, 'yaml'), 'application/yaml', text);
    }),
    action('copy-yaml', words.exports.copyYaml, () => void copy(text)),
    action('download-json', words.exports.downloadJson, () => {
      void json((printed) => download(objectFileName(object, 'json'), 'application/json', printed));
    }),
    action('copy-json', words.exports.copyJson, () => void json((printed) => void copy(printed))),
    action('download-svg', words.exports.downloadSvg, async () => {
      const { svgOf } = await svgFile();
      await shareable(stepId, (shown) =>
        download(objectFileName(object, 'svg'), 'image/svg+xml', svgOf(shown, exported.colours, object)),
      );
    }),
    action('print', words.exports.print, () => window.print()),
  ];
}

/** The entries about the rows that the table shows; only its own menu has them, because only it knows the filter. */
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
