import type { ReactNode } from 'react';
import { VisibleText } from '../../core/code-view/visible-text.tsx';

interface ShareObjectProps {
  readonly said: {
    readonly object: string;
    readonly objectUse: string;
    readonly objectChoose: string;
    shareObject(given: { readonly object: string }): string;
  };
  /** What the object is called; undefined where none was chosen. */
  readonly object: string | undefined;
  readonly share: () => void;
  /** Other ways to share it. */
  readonly children?: ReactNode;
}

/** The part of a dialog that opens the chosen object of a survey or a forecast as a scenario, and shares that. */
export function ShareObject({ said, object, share, children }: ShareObjectProps) {
  return (
    <section className="share-way">
      <h3>{said.object}</h3>
      <p className="share-use">
        {said.objectUse} {object === undefined && said.objectChoose}
      </p>
      {object !== undefined && (
        <p className="share-acts">
          <button type="button" className="btn" onClick={share}>
            <VisibleText text={said.shareObject({ object })} />
          </button>
          {children}
        </p>
      )}
    </section>
  );
}
