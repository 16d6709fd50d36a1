import type { AnnotatedText } from '@managed-fields/scenario';
import { words } from '../../language/language.ts';
import { CopyButton } from '../components/copy-button.tsx';
import { usePalette } from '../components/manager-colours.tsx';
import { type ResultViewProps, showLayer, useLook } from '../components/screen.ts';
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
