import { CopyButton } from '../../../core/ui/copy-button.tsx';
import { FileButton } from '../../../core/ui/file-button.tsx';
import { words } from '../../../core/words/language.ts';
import { laterWords } from '../../../core/words/later-words.ts';
import { takeFiles } from '../../bring/take-in.ts';
import { openSurvey } from '../state/open-survey.ts';
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
