import type { AnnotatedText } from '@managed-fields/player';
import { onDemand } from '../../../core/code/fetch-code.ts';
import { CopyButton } from '../../../core/ui/copy-button.tsx';
import { usePalette } from '../../../core/ui/manager-colours.tsx';
import { Menu } from '../../../core/ui/menu.tsx';
import { Term } from '../../../core/ui/term.tsx';
import { words } from '../../../core/words/language.ts';
import { showLayer, useLook } from '../look.ts';
import type { ResultViewProps } from '../shown.ts';
import type { Exported } from './export-items.ts';

/** The buttons of the object: underline last-applied, copy, export. */
export function ObjectActions({ shown, result }: ResultViewProps) {
  const colours = usePalette();
  const layer = useLook((state) => state.layer);
  if (result === undefined) return null;
  return (
    <div className="view-acts">
      {declaredCount(result) > 0 && (
        <Term
          term="lastApplied"
          text={words.result.lastAppliedTitle}
          className="btn btn-small"
          aria-pressed={layer}
          onClick={() => showLayer(!layer)}
        >
          {words.result.lastApplied}
        </Term>
      )}
      <CopyButton text={result.text} label={words.page.copy} />
      <ExportMenu annotated={result} colours={colours} object={shown.object ?? ''} stepId={shown.stepId} />
    </div>
  );
}

/** Returns how many fields the last-applied annotation declares. */
export function declaredCount({ fields }: AnnotatedText): number {
  return fields.filter((field) => field.leaf && field.lastApplied && field.atomicRoot === undefined).length;
}

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
