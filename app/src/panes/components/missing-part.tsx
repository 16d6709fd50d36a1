import { useEffect } from 'react';
import { tellMissing, useMissing } from '../../code/fetch-code.ts';
import { words } from '../../language/language.ts';
import { Banner } from './banner.tsx';

interface MissingPartProps {
  readonly load: () => Promise<unknown>;
  /** Whether the sentence is drawn here; else it is drawn above the panes. */
  readonly inPlace: boolean;
}

/** Drawn in place of a part of the page that could not be fetched. */
export function MissingPart({ load, inPlace }: MissingPartProps) {
  useEffect(() => {
    if (!inPlace) tellMissing(load);
  }, [load, inPlace]);
  if (!inPlace) return null;
  return (
    <div className="pane-empty" role="alert">
      <p>{words.page.missing}</p>
      <Reload />
    </div>
  );
}

/** Says above the panes that code could not be fetched which the user asked for. */
export function MissingBanner() {
  const { wanted } = useMissing();
  if (wanted.size === 0) return null;
  return (
    <Banner tone="bad">
      <span>{words.page.missing}</span>
      <Reload />
    </Banner>
  );
}

function Reload() {
  return (
    <button type="button" className="btn btn-small" onClick={() => location.reload()}>
      {words.page.reload}
    </button>
  );
}
