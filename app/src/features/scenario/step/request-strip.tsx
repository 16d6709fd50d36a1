import './request-forms.css';
import type { RequestView } from '@managed-fields/player';
import { create } from 'zustand';
import { VisibleText } from '../../../core/code-view/visible-text.tsx';
import { useCard } from '../../../core/ui/term.tsx';
import { requestLine } from '../../../core/view-models/request-line.ts';
import { words } from '../../../core/words/language.ts';
import { RequestFormTabs } from '../../later-panes.ts';

/** The store of whether the forms are open, so that they stay so when another step is selected. */
const useOpen = create<{ readonly open: boolean }>(() => ({ open: false }));

interface RequestStripProps {
  readonly stepId: string;
  readonly request: RequestView | undefined;
  /** The text where the step itself sends no request. */
  readonly instead?: string;
  /** The place of the request among those of a command. */
  readonly place?: number;
}

/**
 * Shows the request on one line, which opens to show it as HTTP, as curl, as a kubectl line, and the verbs that it
 * needs.
 */
export function RequestStrip({ stepId, request, instead, place = 0 }: RequestStripProps) {
  const open = useOpen((state) => state.open);
  const { on, card } = useCard({ text: words.step.showRequest });
  return (
    <details className="wire" open={open} onToggle={(event) => useOpen.setState({ open: event.currentTarget.open })}>
      <summary {...on}>
        {request === undefined ? (
          <span>{instead}</span>
        ) : (
          <code>
            <VisibleText text={requestLine(request)} />
          </code>
        )}
      </summary>
      {card}
      {open && <RequestFormTabs stepId={stepId} place={place} />}
    </details>
  );
}
