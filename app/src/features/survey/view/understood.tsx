import { readQuery, type Term } from '@managed-fields/survey';
import { Fragment } from 'react';
import { VisibleText } from '../../../core/code-view/visible-text.tsx';
import { laterWords } from '../../../core/words/later-words.ts';

/** Says how a filter was understood; without one, what can be typed. */
export function Understood({ query }: { readonly query: string }) {
  const terms = readQuery(query);
  if (terms.length === 0) return laterWords.survey.filterHelp('manager:helm, -kind:Pod, fields>50, conflict');
  return (
    <>
      {laterWords.survey.understood}:{' '}
      {terms.map((term, index) => (
        <Fragment key={term.from}>
          {index > 0 && ' · '}
          <span className={term.kind === 'unknown' ? 'survey-bad' : undefined}>
            <VisibleText text={sentence(term)} />
          </span>
        </Fragment>
      ))}
    </>
  );
}

function sentence(term: Term): string {
  const { survey } = laterWords;
  switch (term.kind) {
    case 'word':
      return survey.word(term.text, term.not);
    case 'name': {
      const name = survey.names[term.name];
      return term.values.length === 0
        ? survey.anyValue(name)
        : survey.condition(
            name,
            term.values.map(({ text, whole }) => (whole ? `"${text}"` : text)),
            term.not,
          );
    }
    case 'count':
      return survey.comparison(survey.counts[term.count], term.sign, term.number, term.not);
    case 'unknown':
      return survey.unknownName(term.name);
  }
}
