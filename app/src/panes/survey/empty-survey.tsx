import { words } from '../../language/language.ts';
import { laterWords } from '../../language/later-words.ts';
import { openSurvey } from '../../survey/open-survey.ts';
import { takeFiles } from '../bring/take-in.ts';
import { CopyButton } from '../components/copy-button.tsx';
import { FileButton } from '../components/file-button.tsx';
import { ClusterButton } from './cluster-button.tsx';

const command = 'kubectl get deploy,sts,ds,svc,cm,ing -A -o json --show-managed-fields > dump.json';

/** What a survey is for, and how one begins. */
export function EmptySurvey() {
  return (
    <div className="survey-empty">
      <h3>{laterWords.survey.emptyTitle}</h3>
      <p>{laterWords.survey.emptyText}</p>
      <p className="survey-choose">
        <FileButton
          label={laterWords.survey.chooseFiles}
          onFiles={(files) => void takeFiles(files)}
          className="btn btn-primary"
        />
        <FileButton label={laterWords.survey.chooseFolder} onFiles={openSurvey} folder className="btn" />
        <ClusterButton className="btn" />
      </p>
      <p>{laterWords.survey.emptyCommand}</p>
      <p className="survey-command">
        <code>{command}</code>
        <CopyButton text={command} label={words.page.copy} />
      </p>
      <p className="survey-soft">{laterWords.survey.privacy}</p>
    </div>
  );
}
