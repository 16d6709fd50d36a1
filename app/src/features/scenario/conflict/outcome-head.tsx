import type { ReactNode } from 'react';
import { VisibleText } from '../../../core/code-view/visible-text.tsx';
import { words } from '../../../core/words/language.ts';

interface OutcomeHeadProps {
  /** Why the text cannot be read; undefined where it can. */
  readonly unread: string | undefined;
  readonly className?: string;
  readonly children: ReactNode;
}

/**
 * The head of the outcome panel: what the server said. While the text cannot be read, why it cannot stands in its place,
 * which keeps its size.
 */
export function OutcomeHead({ unread, className = '', children }: OutcomeHeadProps) {
  return (
    <div className={`outcome-head ${className}${unread === undefined ? '' : ' outcome-head-before'}`}>
      <div>{children}</div>
      {unread !== undefined && (
        <div className="outcome-unread" role="status">
          <p>
            <b>{words.conflict.unread}</b> {words.conflict.answerBefore}
          </p>
          <code title={unread}>
            <VisibleText text={unread} />
          </code>
        </div>
      )}
    </div>
  );
}
