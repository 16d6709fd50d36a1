import { changeByEngine } from '../../engine/drive.ts';
import { useAnswer } from '../../engine/use-answer.ts';
import { words } from '../../language/language.ts';

/** The API version at which a step is sent, where its kind is served at several. */
export function ApiVersionSetting({ stepId }: { readonly stepId: string }) {
  const { answer } = useAnswer({ kind: 'api-versions', stepId });
  if (answer === undefined) return null;
  return (
    <label>
      {words.step.apiVersion}
      <select
        value={answer.current}
        onChange={({ target }) => changeByEngine({ kind: 'with-api-version', stepId, apiVersion: target.value })}
      >
        {answer.served.map((apiVersion) => (
          <option key={apiVersion} value={apiVersion}>
            {apiVersion}
          </option>
        ))}
      </select>
    </label>
  );
}
