import type { ConflictView, WayOut } from '@managed-fields/scenario';
import { useState } from 'react';
import { changeByEngine } from '../../engine/drive.ts';
import { useAnswer } from '../../engine/use-answer.ts';
import { words } from '../../language/language.ts';
import { ways } from './conflict-rows.tsx';
import { ForceFacts } from './force-strip.tsx';
import { PreviewSummary, WayPreview } from './way-preview.tsx';

interface WayCardsProps {
  readonly stepId: string;
  readonly conflict: ConflictView;
}

/** The three ways out for all fields at once, each with a summary of its result. A click changes the step. */
export function WayCards({ stepId, conflict }: WayCardsProps) {
  const [look, setLook] = useState<WayOut>();
  const { answer } = useAnswer({ kind: 'ways-out', stepId });
  const shown = answer?.find(({ way }) => way === look);
  return (
    <>
      <fieldset className="ways" aria-label={words.conflict.waysOut}>
        {ways.map((way) => {
          const { name, text } = words.conflict.ways[way];
          return (
            <div key={way} className="way">
              <button
                type="button"
                className="way-do"
                disabled={way !== 'overwrite' && !conflict.resolvable}
                onClick={() => changeByEngine({ kind: 'resolve', stepId, way })}
              >
                <b>{name}</b>
                <span>{text}</span>
              </button>
              <PreviewSummary preview={answer?.find((preview) => preview.way === way)} />
              <button
                type="button"
                className="btn btn-small way-look"
                aria-label={words.conflict.previewOf(name)}
                aria-expanded={look === way}
                onClick={() => setLook(look === way ? undefined : way)}
              >
                {words.conflict.preview}
              </button>
            </div>
          );
        })}
      </fieldset>
      {shown !== undefined && (
        <WayPreview key={shown.way} name={words.conflict.ways[shown.way].name} preview={shown}>
          {shown.way === 'overwrite' && <ForceFacts stepId={stepId} />}
        </WayPreview>
      )}
    </>
  );
}
