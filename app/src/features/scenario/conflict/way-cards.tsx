import type { ConflictView, StepPreview, WayChoices, WayOut } from '@managed-fields/player';
import type { ConflictRow } from '@managed-fields/rendering';
import type { Tool } from '@managed-fields/tools';
import { useState } from 'react';
import { changeByEngine } from '../../../core/engine/drive.ts';
import { useAnswer, useKeptWhile } from '../../../core/engine/use-answer.ts';
import { lazyPane } from '../../../core/ui/lazy-pane.tsx';
import { words } from '../../../core/words/language.ts';
import { pick } from '../look.ts';
import { ways } from './conflict-rows.tsx';
import { ForceFacts } from './force-strip.tsx';
import { PreviewSummary, WayPreview } from './way-preview.tsx';

const WayInTool = lazyPane(async () => (await import('./tool-settings.tsx')).WayInTool);

interface WayCardsProps {
  readonly stepId: string;
  readonly conflict: ConflictView;
  /** The tool that failed. */
  readonly tool: Tool;
  /** The first field in conflict. */
  readonly first: ConflictRow | undefined;
  /** The text cannot be read: the answer of before stays, and nothing can be changed. */
  readonly unread: boolean;
}

/** The three ways out for all fields at once, each with a summary of its result. A click changes the step. */
export function WayCards({ stepId, conflict, tool, first, unread }: WayCardsProps) {
  const [look, setLook] = useState<WayOut>();
  const asked = useAnswer<'ways-out'>(unread ? undefined : { kind: 'ways-out', stepId });
  const answer = useKeptWhile(unread, asked.answer);
  const shown = answer?.find(({ way }) => way === look);
  return (
    <>
      <fieldset className="ways" aria-label={words.conflict.waysOut}>
        {ways.map((way) => {
          const { name, text } = words.conflict.ways[way];
          const preview = answer?.find((each) => each.way === way);
          return (
            <div key={way} className="way">
              <button
                type="button"
                className="way-do"
                disabled={unread || (way !== 'overwrite' && !conflict.resolvable)}
                onClick={() => takeWay(stepId, way, preview, first)}
              >
                <b>{name}</b>
                <span>{text}</span>
              </button>
              <PreviewSummary preview={preview} />
              <button
                type="button"
                className="btn btn-small way-look"
                aria-label={words.conflict.previewOf({ way: name })}
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
          {!unread && <WayInTool tool={tool} way={shown.way} stepId={stepId} />}
          {shown.way === 'overwrite' && !unread && <ForceFacts stepId={stepId} />}
        </WayPreview>
      )}
    </>
  );
}

/**
 * Changes a step by a way out of its conflict, for all fields or field by field. The panel goes with the conflict, so
 * the focus moves to the heading of the step; and the result scrolls to the first field whose value changes, else to the
 * first one in conflict.
 */
export function takeWay(
  stepId: string,
  way: WayOut | WayChoices,
  preview: StepPreview | undefined,
  conflicting: ConflictRow | undefined,
): void {
  changeByEngine(
    { kind: 'resolve', stepId, way },
    { done: () => document.querySelector<HTMLElement>('[data-step-heading]')?.focus() },
  );
  const values = preview?.objects.flatMap((object) => object.values) ?? [];
  pick(values.find(({ after }) => after !== undefined)?.path ?? conflicting?.path);
}
