import { onDemand } from '../../../core/code/fetch-code.ts';
import { Menu } from '../../../core/ui/menu.tsx';
import { words } from '../../../core/words/language.ts';
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
