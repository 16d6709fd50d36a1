import { type FormEvent, useId, useState } from 'react';
import { useFront } from '../../core/store/front.ts';
import { prefer, usePreferences } from '../../core/store/preferences.ts';
import { isOwnMachine, mayLinkHere, readPublicAddress } from '../../core/store/public-address.ts';
import { laterWords } from '../../core/words/later-words.ts';

/** Asks where others open the playground, because only this machine can open this page; the answer is kept. */
export function AskAddress() {
  const said = laterWords.share.address;
  const [typed, setTyped] = useState(usePreferences.getState().pageAddress);
  const [wrong, setWrong] = useState<string>();
  const id = useId();
  const keep = (event: FormEvent) => {
    event.preventDefault();
    const read = readPublicAddress(typed);
    if (read === undefined) return setWrong(said.wrong);
    if (read.isLocal && !mayLinkHere()) return setWrong(said.onlyHere);
    prefer({ pageAddress: read.folder });
  };
  return (
    <form className="share-address" onSubmit={keep} noValidate>
      <p>{said.ask}</p>
      <label htmlFor={id}>{said.label}</label>
      <div className="share-acts">
        <input
          id={id}
          type="url"
          inputMode="url"
          data-first-focus=""
          placeholder="https://"
          spellCheck={false}
          autoCapitalize="off"
          value={typed}
          aria-invalid={wrong !== undefined}
          onChange={(event) => setTyped(event.target.value)}
        />
        <button type="submit" className="btn btn-primary">
          {said.take}
        </button>
      </div>
      {wrong !== undefined && <p role="alert">{wrong}</p>}
    </form>
  );
}

/** Says for which page the links are made, where that is not this one; what its reader typed can be changed. */
export function MadeFor({ folder }: { readonly folder: string }) {
  const said = laterWords.share.address;
  const isNamed = useFront((state) => readPublicAddress(state.pageAddress ?? '')?.folder === folder);
  if (!isOwnMachine()) return null;
  const { isLocal } = readPublicAddress(folder) ?? { isLocal: true };
  return (
    <p className="share-note">
      {isLocal ? said.madeForHere({ folder }) : said.madeFor({ folder })}{' '}
      {!isNamed && (
        <button type="button" className="link" onClick={() => prefer({ pageAddress: '' })}>
          {said.change}
        </button>
      )}
    </p>
  );
}
