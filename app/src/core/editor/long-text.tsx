import { lazy, Suspense } from 'react';
import { fetchCode } from '../code/fetch-code.ts';
import { CodeView } from '../code-view/code-view.tsx';
import { words } from '../words/language.ts';
import type { LongTextProps } from './part-editor.tsx';

const load = () => import('./part-editor.tsx');

const PartEditor = lazy(async () => {
  try {
    return { default: (await fetchCode(load)).PartEditor };
  } catch {
    return { default: ReadOnly };
  }
});

/** A text that is too long for a text area, to be edited part by part; to be looked at where that cannot be fetched. */
export function LongText(props: LongTextProps) {
  return (
    <Suspense fallback={null}>
      <PartEditor {...props} />
    </Suspense>
  );
}

function ReadOnly({ label, text }: LongTextProps) {
  return (
    <div className="long-text">
      <p className="mf-left-out" role="note">
        {words.leftOut.editing({ count: text.length })}
      </p>
      <CodeView label={label} text={text} />
    </div>
  );
}
