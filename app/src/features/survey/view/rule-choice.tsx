import { rules } from '@managed-fields/survey';
import { useRef, useState } from 'react';
import { prefer, usePreferences } from '../../../core/store/preferences.ts';
import { download } from '../../../core/ui/download.ts';
import { laterWords } from '../../../core/words/later-words.ts';
import { rulesFile, rulesOffIn, switchRule } from '../state/chosen-rules.ts';
import { findingWords } from './finding-words.ts';

/** All rules, to be switched off and on; and the file that takes the choice elsewhere. */
export function RuleChoice() {
  const rulesOff = usePreferences((state) => state.rulesOff);
  const [failed, setFailed] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const { survey } = laterWords;
  const words = findingWords();
  const take = async (file: File | undefined) => {
    const off = file === undefined || file.size > 100_000 ? undefined : rulesOffIn(await file.text());
    setFailed(off === undefined);
    if (off !== undefined) prefer({ rulesOff: off });
  };
  return (
    <details className="rule-choice">
      <summary>
        {survey.rules({ all: rules.length, off: rules.filter(({ id }) => rulesOff.includes(id)).length })}
      </summary>
      <ul>
        {rules.map(({ id, severity }) => (
          <li key={id}>
            <label>
              <input
                type="checkbox"
                checked={!rulesOff.includes(id)}
                onChange={({ target }) => switchRule(id, target.checked)}
              />{' '}
              {words.rule(id).title} <small>{words.severities[severity]}</small> <code>{id}</code>
            </label>
          </li>
        ))}
      </ul>
      <p className="finding-acts">
        <button
          type="button"
          className="btn btn-small"
          onClick={() => download('managed-fields-rules.json', 'application/json', rulesFile())}
        >
          {survey.saveRules}
        </button>
        <input
          ref={input}
          type="file"
          hidden
          aria-label={survey.takeRules}
          onChange={({ target }) => {
            void take(target.files?.[0]);
            target.value = '';
          }}
        />
        <button type="button" className="btn btn-small" onClick={() => input.current?.click()}>
          {survey.takeRules}
        </button>
        {failed && (
          <span className="survey-bad" role="alert">
            {survey.noRules}
          </span>
        )}
      </p>
    </details>
  );
}
