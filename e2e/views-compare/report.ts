import type { Difference } from './difference.ts';

/** What a comparison of one picture came to. */
export interface Compared {
  readonly view: string;
  readonly screen: string;
  readonly theme: string;
  readonly result:
    | { readonly kind: 'same' }
    | ({ readonly kind: 'differs'; readonly file: string } & Pick<Difference, 'pixels' | 'of' | 'box'>)
    /** One of the two has no such picture. */
    | { readonly kind: 'missing'; readonly from: 'before' | 'after' };
}

/** What all comparisons come to, in a sentence. */
export function summaryOf(all: readonly Compared[]): string {
  const count = (kind: Compared['result']['kind']) => all.filter(({ result }) => result.kind === kind).length;
  const pixels = all.reduce((sum, { result }) => sum + (result.kind === 'differs' ? result.pixels : 0), 0);
  const missing = count('missing') === 0 ? '' : `, ${count('missing')} missing on one side`;
  return `${all.length} pictures: ${count('same')} the same, ${count('differs')} differ in ${pixels} pixels${missing}`;
}

/** A page in Markdown: what all comes to, the pixels of each view on each screen, and a line for every picture. */
export function reportOf(all: readonly Compared[]): string {
  const columns = [...new Set(all.map(({ screen, theme }) => `${screen}, ${theme}`))];
  const names = [...new Set(all.map(({ view }) => view))];
  const cell = (view: string, column: string) => {
    const found = all.find((each) => each.view === view && `${each.screen}, ${each.theme}` === column);
    if (found === undefined) return '–';
    const { result } = found;
    if (result.kind === 'same') return '0';
    return result.kind === 'missing' ? `not ${result.from}` : `[${result.pixels}](${result.file})`;
  };
  const rows = names.map((view) => [view, ...columns.map((column) => cell(view, column))]);
  const table = [['view', ...columns], ['---', ...columns.map(() => '---:')], ...rows];
  return [
    '# Views before and after',
    '',
    `${summaryOf(all)}.`,
    '',
    'Pixels that differ; each number leads to before, after and the difference, side by side.',
    '',
    ...table.map((row) => `| ${row.join(' | ')} |`),
    '',
    '## Where',
    '',
    ...all.flatMap(whereOf),
    '',
  ].join('\n');
}

/** A line about a picture that differs: how much, and the box around it. */
function whereOf({ view, screen, theme, result }: Compared): readonly string[] {
  if (result.kind !== 'differs') return [];
  const { pixels, of, box, file } = result;
  const share = ((100 * pixels) / of).toFixed(2);
  const place = box === undefined ? '' : `, within ${box.width} × ${box.height} at ${box.left}, ${box.top}`;
  return [`- [${view}, ${screen}, ${theme}](${file}): ${pixels} pixels (${share} %)${place}`];
}
