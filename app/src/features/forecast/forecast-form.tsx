import { useId } from 'react';
import { VisibleText } from '../../core/code-view/visible-text.tsx';
import { FileButton } from '../../core/ui/file-button.tsx';
import { laterWords } from '../../core/words/later-words.ts';
import {
  addReleaseFiles,
  changeOptions,
  removeReleaseFile,
  startForecast,
  useForecast,
  writeRelease,
} from './forecast-store.ts';

interface ForecastFormProps {
  /** The appliers of the survey, those of the most objects first. */
  readonly appliers: readonly string[];
}

/** What the release is, and how it is applied. */
export function ForecastForm({ appliers }: ForecastFormProps) {
  const { files, text, options, phase } = useForecast();
  const names = useId();
  const said = laterWords.forecast;
  const manager = options.manager || appliers[0] || 'kubectl';
  const isEmpty = files.length === 0 && text.trim() === '';
  return (
    <div className="forecast-form">
      <p className="survey-soft">{said.intro}</p>
      <label className="forecast-text">
        <span>{said.manifests}</span>
        <textarea
          value={text}
          rows={4}
          spellCheck={false}
          placeholder={said.manifestsHint}
          onChange={({ target }) => writeRelease(target.value)}
        />
      </label>
      <div className="forecast-row">
        <FileButton label={said.chooseFiles} onFiles={(chosen) => void addReleaseFiles(chosen)} />
        {files.map(({ name }) => (
          <span key={name} className="forecast-file">
            <VisibleText text={name} />
            <button type="button" aria-label={said.removeFile({ name })} onClick={() => removeReleaseFile(name)}>
              ×
            </button>
          </span>
        ))}
      </div>
      <div className="forecast-row">
        <label>
          {said.manager}{' '}
          <input
            list={names}
            value={options.manager}
            placeholder={manager}
            spellCheck={false}
            autoComplete="off"
            autoCapitalize="off"
            onChange={({ target }) => changeOptions({ manager: target.value })}
          />
          <datalist id={names}>
            {appliers.slice(0, 100).map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </label>
        <label>
          {said.namespace}{' '}
          <input
            value={options.namespace}
            spellCheck={false}
            autoComplete="off"
            autoCapitalize="off"
            onChange={({ target }) => changeOptions({ namespace: target.value })}
          />
        </label>
      </div>
      <div className="forecast-row">
        {(['force', 'clientSide', 'hooks'] as const).map((name) => (
          <label key={name}>
            <input
              type="checkbox"
              checked={options[name]}
              onChange={({ target }) => changeOptions({ [name]: target.checked })}
            />{' '}
            {said[name]}
          </label>
        ))}
        <span className="grow" />
        <button
          type="button"
          className="btn btn-primary"
          disabled={isEmpty || phase === 'playing'}
          onClick={() => void startForecast(manager)}
        >
          {said.start}
        </button>
      </div>
    </div>
  );
}
