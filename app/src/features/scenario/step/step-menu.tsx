import type { Step } from '@managed-fields/scenario';
import { onDemand } from '../../../core/code/fetch-code.ts';
import { Menu } from '../../../core/ui/menu.tsx';
import { words } from '../../../core/words/language.ts';

const menu = onDemand(() => import('./step-menu-items.ts'));

/** The menu for the name, the note and the text of the selected step. */
export function StepMenu({ step }: { readonly step: Step }) {
  return (
    <Menu
      label={words.step.menu}
      className="btn btn-small btn-icon"
      button={<span aria-hidden="true">⋯</span>}
      align="end"
      items={async () => (await menu()).itemsOf(step)}
    />
  );
}
