import { onDemand } from '../../code/fetch-code.ts';
import { words } from '../../language/language.ts';
import { Menu } from '../components/menu.tsx';
import type { Exported } from './export-items.ts';

const menu = onDemand(() => import('./export-items.ts'));

/** The menu of exports. */
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
