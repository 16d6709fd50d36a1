import { Fragment } from 'react';
import { VisibleText } from '../../editor/visible-text.tsx';

/** A path that breaks between its parts where there is little room. */
export function PathText({ path }: { readonly path: string }) {
  const parts = path.split(/(?=[.[])/);
  return parts.map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      <VisibleText text={part} />
    </Fragment>
  ));
}
