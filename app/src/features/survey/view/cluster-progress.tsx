import { VisibleText } from '../../../core/code-view/visible-text.tsx';
import { laterWords } from '../../../core/words/later-words.ts';
import { ClusterProblem } from '../../live-cluster/view/cluster-problem.tsx';
import { useClusterReading } from '../state/cluster-reading.ts';
import { stopCluster } from '../state/read-cluster.ts';
import { stopReading, useSurvey } from '../state/survey-store.ts';

/** How many lists of the cluster were read, with a way to end it; and those that did not come, with why. */
export function ClusterProgress() {
  const { lists, unread } = useClusterReading();
  const count = useSurvey((state) => state.rows.length);
  const { survey } = laterWords;
  return (
    <>
      {lists !== undefined && (
        <div className="survey-progress">
          <progress aria-label={survey.readingLabel} value={lists.done} max={lists.of} />
          <span>{survey.readingLists({ done: lists.done, of: lists.of })}</span>
          <span className="survey-soft">{survey.objects({ count })}</span>
          <button
            type="button"
            className="btn btn-small"
            onClick={() => {
              stopCluster();
              stopReading();
            }}
          >
            {survey.cancel}
          </button>
        </div>
      )}
      {unread.length > 0 && (
        <details className="survey-unread-lists">
          <summary>
            <span role="alert">{survey.unreadLists({ count: unread.length })}</span>
          </summary>
          {unread.slice(0, 50).map(({ resource, namespace, failed }) => (
            <div key={`${resource} ${namespace}`}>
              <b>
                <VisibleText text={namespace === '' ? resource : `${resource} ${namespace}`} />
              </b>
              <ClusterProblem failure={failed.failure} rule={failed.rule} />
            </div>
          ))}
        </details>
      )}
    </>
  );
}
