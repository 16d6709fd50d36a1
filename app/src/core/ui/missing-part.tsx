import { useEffect, useState } from 'react';
import { tellMissing, useMissing } from '../code/fetch-code.ts';
import { isNewerServed } from '../code/newer-page.ts';
import { words } from '../words/language.ts';
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
      <MissingText />
    </div>
  );
}

/** Says above the panes that code could not be fetched which the user asked for. */
export function MissingBanner() {
  const { wanted } = useMissing();
  if (wanted.size === 0) return null;
  return (
    <Banner tone="bad">
      <MissingText />
    </Banner>
  );
}

/** Says that code could not be fetched, and why where a newer version was deployed, with a button that reloads. */
export function MissingText() {
  const [newer, setNewer] = useState(false);
  useEffect(() => void isNewerServed().then(setNewer), []);
  return (
    <>
      <span>{newer ? words.page.deployed : words.page.missing}</span>
      <button type="button" className="btn btn-small" onClick={() => location.reload()}>
        {words.page.reload}
      </button>
    </>
  );
}
