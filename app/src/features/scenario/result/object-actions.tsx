import type { AnnotatedText } from '@managed-fields/player';
import { CopyButton } from '../../../core/ui/copy-button.tsx';
import { usePalette } from '../../../core/ui/manager-colours.tsx';
import { words } from '../../../core/words/language.ts';
import { showLayer, useLook } from '../look.ts';
import type { ResultViewProps } from '../shown.ts';
import { ExportMenu } from './export-menu.tsx';

/** The buttons of the object: underline last-applied, copy, export. */
export function ObjectActions({ shown, result }: ResultViewProps) {
  const colours = usePalette();
  const layer = useLook((state) => state.layer);
  if (result === undefined) return null;
  return (
    <div className="view-acts">
      {declaredCount(result) > 0 && (
        <button
          type="button"
          className="btn btn-small"
          aria-pressed={layer}
          title={words.result.lastAppliedTitle}
          onClick={() => showLayer(!layer)}
        >
          {words.result.lastApplied}
        </button>
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
