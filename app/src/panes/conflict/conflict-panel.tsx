import { conflictDrawing } from '@managed-fields/rendering';
import type { ConflictView, WayChoices, WayOut } from '@managed-fields/scenario';
import { useState } from 'react';
import { VisibleText } from '../../editor/visible-text.tsx';
import { changeByEngine } from '../../engine/drive.ts';
import { useAnswer } from '../../engine/use-answer.ts';
import { words } from '../../language/language.ts';
import { usePalette } from '../components/manager-colours.tsx';
import type { Selected } from '../components/screen.ts';
import { ConflictRows } from './conflict-rows.tsx';
import { WayCards } from './way-cards.tsx';
import { PreviewSummary, WayPreview } from './way-preview.tsx';

interface ConflictPanelProps {
  readonly selected: Selected;
  readonly conflict: ConflictView;
}

/**
 * The panel of a conflict: the server's words, a row a field, and the ways out, for all fields at once or for each
 * field.
 */
export function ConflictPanel({ selected: { step }, conflict }: ConflictPanelProps) {
  const [each, setEach] = useState(false);
  const [chosen, setChosen] = useState<WayChoices>({});
  const colours = usePalette();
  const isCommand = step.kind === 'kubectl';
  const { said, count, by, rows } = conflictDrawing(conflict, colours, words, isCommand);
  const several = rows.length > 1 && conflict.resolvable;
  const single = each && several;
  return (
    <section className="outcome" aria-label={words.conflict.conflict}>
      <div className="outcome-head">
        <b>{words.conflict.conflict}</b> {said} <VisibleText text={count} />
        {!isCommand && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a long message scrolls, by keys as well.
          <code className="outcome-message" tabIndex={0}>
            <VisibleText text={conflict.message} />
          </code>
        )}
      </div>
      <ConflictRows
        rows={rows}
        by={by}
        chosen={single ? chosen : undefined}
        onChoose={(keys, way) => {
          const others = Object.entries(chosen).filter(([key]) => !keys.includes(key));
          const these = way === undefined ? [] : keys.map((key) => [key, way] as const);
          setChosen(Object.fromEntries([...others, ...these]));
        }}
      />
      {!conflict.resolvable && <p className="ways-note">{words.conflict.notResolvable}</p>}
      {several && (
        <div className="btn-pair ways-mode">
          {[false, true].map((mode) => (
            <button
              key={String(mode)}
              type="button"
              className="btn btn-small"
              aria-pressed={single === mode}
              onClick={() => setEach(mode)}
            >
              {mode ? words.conflict.fieldByField : words.conflict.allAtOnce}
            </button>
          ))}
        </div>
      )}
      {single ? (
        <Choices stepId={step.id} keys={rows.map(({ key }) => key)} chosen={chosen} />
      ) : (
        <WayCards stepId={step.id} conflict={conflict} />
      )}
    </section>
  );
}

interface ChoicesProps {
  readonly stepId: string;
  readonly keys: readonly string[];
  readonly chosen: WayChoices;
}

/** Previews the ways that were chosen field by field, together. */
function Choices({ stepId, keys, chosen }: ChoicesProps) {
  const [look, setLook] = useState(false);
  const way = Object.fromEntries(keys.flatMap((key): [string, WayOut][] => (chosen[key] ? [[key, chosen[key]]] : [])));
  const decided = keys.every((key) => chosen[key] !== undefined);
  const { answer } = useAnswer(decided ? { kind: 'chosen-ways', stepId, way } : undefined);
  const forces = Object.values(way).includes('overwrite');
  return (
    <div className="ways-each">
      {decided ? <PreviewSummary preview={answer} /> : <p>{words.conflict.decideFirst}</p>}
      {forces && !decided && <p>{words.conflict.forceTakesRest}</p>}
      <div className="ways-each-do">
        <button
          type="button"
          className="btn btn-primary"
          disabled={!decided}
          onClick={() => changeByEngine({ kind: 'resolve', stepId, way })}
        >
          {words.conflict.changeStep}
        </button>
        <button
          type="button"
          className="btn"
          aria-expanded={look && decided}
          disabled={!decided}
          onClick={() => setLook(!look)}
        >
          {words.conflict.preview}
        </button>
      </div>
      {look && answer !== undefined && <WayPreview name={words.conflict.fieldByField} preview={answer} />}
    </div>
  );
}
