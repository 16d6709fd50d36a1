import type { GroupBy, SurveyedObject } from '@managed-fields/survey';
import { useId } from 'react';
import { onDemand } from '../../../core/code/fetch-code.ts';
import { Menu } from '../../../core/ui/menu.tsx';
import { laterWords } from '../../../core/words/later-words.ts';
import { look, useSurveyLook } from '../state/survey-look.ts';
import { FilterField } from './filter-field.tsx';
import { Understood } from './understood.tsx';

interface FilterBarProps {
  /** What the filter lets through. */
  readonly objects: readonly SurveyedObject[];
  readonly all: number;
  /** The view has groups. */
  readonly grouped: boolean;
}

const loadExports = onDemand(() => import('./export-items.ts'));

const groupings: readonly GroupBy[] = ['nothing', 'kind', 'namespace', 'manager', 'owner'];

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
