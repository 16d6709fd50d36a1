import { FileButton } from '../../core/ui/file-button.tsx';
import { laterWords } from '../../core/words/later-words.ts';
import { AppliedByForm, FileChips } from './applied-by.tsx';
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
  const said = laterWords.forecast;
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
        <FileChips files={files} onRemove={removeReleaseFile} />
      </div>
      <AppliedByForm appliers={appliers} />
      <div className="forecast-row">
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
        <span className="grow" />
        <button
          type="button"
          className="btn btn-primary"
          disabled={isEmpty || phase === 'playing'}
          onClick={() => void startForecast(options.manager || appliers[0] || 'kubectl')}
        >
          {said.start}
        </button>
      </div>
    </div>
  );
}
