import { groupings, readQuery, type SurveyedObject, type Term } from '@managed-fields/survey';
import { Fragment, useId } from 'react';
import { onDemand } from '../../../core/code/fetch-code.ts';
import { VisibleText } from '../../../core/code-view/visible-text.tsx';
import { Menu } from '../../../core/ui/menu.tsx';
import { laterWords } from '../../../core/words/later-words.ts';
import { look, useSurveyLook } from '../state/survey-look.ts';
import { FilterField } from './filter-field.tsx';

/** Says how a filter was understood; without one, what can be typed. */
export function Understood({ query }: { readonly query: string }) {
  const terms = readQuery(query);
  if (terms.length === 0)
    return laterWords.survey.filterHelp({ examples: 'manager:helm, -kind:Pod, fields>50, conflict' });
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
      return survey.word({ text: term.text, not: term.not });
    case 'name': {
      const name = survey.names[term.name];
      return term.values.length === 0
        ? survey.anyValue({ name })
        : survey.condition(
            name,
            term.values.map(({ text, whole }) => (whole ? `"${text}"` : text)),
            term.not,
          );
    }
    case 'count':
      return survey.comparison({
        count: survey.counts[term.count],
        sign: term.sign,
        number: term.number,
        not: term.not,
      });
    case 'unknown':
      return survey.unknownName({ name: term.name });
  }
}

interface FilterBarProps {
  /** What the filter lets through. */
  readonly objects: readonly SurveyedObject[];
  readonly all: number;
  /** The view has groups. */
  readonly grouped: boolean;
}

const loadExports = onDemand(() => import('./export-items.ts'));

/** What the views of the objects have above them: the filter, how it was understood, and the groups. */
export function FilterBar({ objects, all, grouped }: FilterBarProps) {
  const { groupBy, query } = useSurveyLook();
  const id = useId();
  return (
    <search className="survey-bar">
      <FilterField describedBy={`${id}-understood`} />
      {grouped && (
        <label className="survey-grouping">
          {laterWords.survey.groupBy}{' '}
          <select
            value={groupBy}
            onChange={({ target }) =>
              look({
                groupBy: groupings.find((each) => each === target.value) ?? 'nothing',
                closed: new Set(),
                current: '',
                scrolled: 0,
              })
            }
          >
            {groupings.map((each) => (
              <option key={each} value={each}>
                {laterWords.survey.groups[each]}
              </option>
            ))}
          </select>
        </label>
      )}
      <span className="survey-shown" role="status">
        {laterWords.survey.shown(objects.length, all)}
      </span>
      <Menu
        label={laterWords.survey.exportLabel}
        button={laterWords.survey.exportButton}
        className="btn btn-small"
        align="end"
        wide
        items={async () => (await loadExports()).exportItems(objects)}
      />
      <p className="survey-understood" id={`${id}-understood`}>
        <Understood query={query} />
      </p>
    </search>
  );
}
