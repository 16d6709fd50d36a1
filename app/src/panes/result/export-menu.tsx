import { words } from '../../language/language.ts';
import { later } from '../components/lazy-pane.tsx';
import { Menu } from '../components/menu.tsx';
import type { Exported } from './export-items.ts';

const menu = later(() => import('./export-items.ts'));

/** What can be taken away: the table as CSV and Markdown, the object with its owners as a picture and on paper. */
export function ExportMenu(exported: Exported) {
  return (
    <Menu
      label={words.exports.label}
      button={words.exports.button}
      className="btn btn-small"
      align="end"
      items={async () => (await menu()).exportItems(exported)}
    />
  );
}
