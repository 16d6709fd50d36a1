import { Fragment } from 'react';
import { VisibleText } from '../../editor/visible-text.tsx';

/** Draws a path so that it can break between its elements. */
export function PathText({ path }: { readonly path: string }) {
  const parts = path.split(/(?=[.[])/);
  return parts.map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      <VisibleText text={part} />
    </Fragment>
  ));
}
