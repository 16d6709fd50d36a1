import { completeQuery } from '@managed-fields/survey';
import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react';
import { VisibleText } from '../../../core/code-view/visible-text.tsx';
import { laterWords } from '../../../core/words/later-words.ts';
import { look, useSurveyLook } from '../state/survey-look.ts';
import { useSurvey } from '../state/survey-store.ts';

/** How many completions are offered at once. */
const mostOffered = 12;

/** The field of the filter. What is typed is completed by the names that the objects have. */
export function FilterField({ describedBy }: { readonly describedBy: string }) {
  const query = useSurveyLook((state) => state.query);
  const rows = useSurvey((state) => state.rows);
  const input = useRef<HTMLInputElement>(null);
  /** Where the text is completed; undefined while nothing is offered. */
  const [at, setAt] = useState<number>();
  const [active, setActive] = useState(-1);
  const id = useId();
  const completion = useMemo(() => (at === undefined ? undefined : completeQuery(query, at, rows)), [query, at, rows]);
  const offered = completion?.items.slice(0, mostOffered) ?? [];
  const close = () => {
    setAt(undefined);
    setActive(-1);
  };
  const filter = (text: string) => look({ query: text, scrolled: 0 });
  const take = (index: number) => {
    const item = offered[index];
    if (item === undefined || completion === undefined) return;
    const isName = item.text.endsWith(':');
    const head = `${query.slice(0, completion.from)}${item.text}${isName ? '' : ' '}`;
    filter(head + query.slice(completion.to).trimStart());
    setActive(-1);
    setAt(isName ? head.length : undefined);
    // The text comes with the next drawing.
    requestAnimationFrame(() => input.current?.setSelectionRange(head.length, head.length));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key } = event;
    if (offered.length > 0 && (key === 'ArrowDown' || key === 'ArrowUp')) {
      const step = key === 'ArrowDown' ? 1 : -1;
      setActive((before) => (before + step + offered.length + (before < 0 && step < 0 ? 1 : 0)) % offered.length);
    } else if (key === 'ArrowDown') setAt(event.currentTarget.selectionStart ?? query.length);
    else if ((key === 'Enter' || key === 'Tab') && active >= 0) take(active);
    else if (key === 'Enter') {
      close();
      event.currentTarget.closest('.survey')?.querySelector<HTMLElement>('[data-line][tabindex="0"]')?.focus();
    } else if (key === 'Escape' && at !== undefined) close();
    else if (key === 'Escape' && query !== '') filter('');
    else return;
    event.preventDefault();
  };
  return (
    <div className="survey-filter">
      <input
        ref={input}
        type="text"
        role="combobox"
        aria-label={laterWords.survey.filter}
        aria-expanded={offered.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-describedby={describedBy}
        {...(active < 0 ? {} : { 'aria-activedescendant': `${id}-${active}` })}
        placeholder="manager:helm kind:Deployment conflict"
        aria-keyshortcuts="/"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={1000}
        value={query}
        onChange={({ target }) => {
          filter(target.value);
          setActive(-1);
          setAt(target.value === '' ? undefined : (target.selectionStart ?? target.value.length));
        }}
        onKeyDown={onKeyDown}
        onBlur={close}
      />
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={laterWords.survey.completions}
        className="survey-completions"
        hidden={offered.length === 0}
      >
        {offered.map(({ text, objects }, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus, and names the active option.
          <div
            key={text}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            className="survey-completion"
            // The field keeps the focus.
            onPointerDown={(event) => {
              event.preventDefault();
              take(index);
            }}
          >
            <span>
              <VisibleText text={text.slice(0, 200)} />
            </span>
            {!text.endsWith(':') && <small>{laterWords.survey.completionCount({ objects })}</small>}
          </div>
        ))}
      </div>
    </div>
  );
}
