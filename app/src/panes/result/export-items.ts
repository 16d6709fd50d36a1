import type { AnnotatedText } from '@managed-fields/scenario';
import type { Palette } from '@managed-fields/static-view';
import { words } from '../../language/language.ts';
import { csvOf, markdownOf, type TextTable } from '../../view/table-text.ts';
import { download, fileName } from '../parts/download.ts';
import { later } from '../parts/lazy-pane.tsx';
import type { MenuItem } from '../parts/menu.tsx';
import { say } from '../parts/say.ts';

const picture = later(() => import('./picture.ts'));
const jsonText = later(() => import('../bring/json-text.ts'));

/** What is taken away: an object with its owners, and its table where that is on screen. */
export interface Exported {
  readonly annotated: AnnotatedText;
  readonly colours: Palette;
  /** `apps/v1 Deployment default/web` */
  readonly object: string;
  /** The rows of the table as it is filtered; only the picture is offered without it. */
  readonly table?: () => TextTable;
}

/** The object as text, its table as CSV and Markdown, the object with its owners as a picture and on paper. */
export function exportItems({ annotated, colours, object, table }: Exported): readonly MenuItem[] {
  return [
    ...objectItems(annotated.text, object),
    ...(table === undefined ? [] : tableItems(table, object)),
    { kind: 'heading', text: words.exports.picture },
    {
      kind: 'action',
      text: words.exports.downloadSvg,
      run: async () => {
        const { svgOf } = await picture();
        download(fileName(object, 'svg'), 'image/svg+xml', svgOf(annotated, colours, object));
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
      run: () => download(fileName(object, 'yaml'), 'application/yaml', text),
    },
    { kind: 'action', text: words.exports.copyYaml, run: () => void copy(text) },
    {
      kind: 'action',
      text: words.exports.downloadJson,
      run: () => void json((printed) => download(fileName(object, 'json'), 'application/json', printed)),
    },
    { kind: 'action', text: words.exports.copyJson, run: () => void json((printed) => void copy(printed)) },
  ];
}

function tableItems(table: () => TextTable, object: string): readonly MenuItem[] {
  return [
    { kind: 'heading', text: words.exports.table },
    { kind: 'note', text: words.exports.filtered },
    {
      kind: 'action',
      text: words.exports.downloadCsv,
      run: () => download(fileName(object, 'csv'), 'text/csv', csvOf(table())),
    },
    { kind: 'action', text: words.exports.copyCsv, run: () => void copy(csvOf(table()).replace(/^\ufeff/, '')) },
    {
      kind: 'action',
      text: words.exports.downloadMarkdown,
      run: () => download(fileName(object, 'md'), 'text/markdown', markdownOf(table())),
    },
    { kind: 'action', text: words.exports.copyMarkdown, run: () => void copy(markdownOf(table())) },
  ];
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    say(words.exports.copied);
  } catch {
    say(words.exports.notCopied);
  }
}
