import { ruleOf, type UnreadAdmission } from '@managed-fields/live-cluster';
import { VisibleText } from '../../../core/code-view/visible-text.tsx';
import { Banner } from '../../../core/ui/banner.tsx';
import { laterWords } from '../../../core/words/later-words.ts';
import { dismissTaken, useTakenAdmission } from '../state/take-admission.ts';
import { ClusterProblem } from './cluster-problem.tsx';

/** How reading what admission goes by ended. */
export function AdmissionNotice() {
  const { taken } = useTakenAdmission();
  const said = laterWords.cluster;
  if (taken.kind === 'none') return null;
  const isBad = taken.kind !== 'reading' && taken.kind !== 'taken';
  return (
    <Banner tone={isBad ? 'bad' : 'info'}>
      <div className="cluster-problem">
        {taken.kind === 'failed' && <ClusterProblem failure={taken.failure} rule={taken.rule} />}
        {taken.kind === 'taken' && (
          <>
            <p>{said.admissionTaken({ count: taken.objects })}</p>
            <UnreadList unread={taken.unread} />
          </>
        )}
        {(taken.kind === 'reading' || taken.kind === 'no-resource' || taken.kind === 'changed') && (
          <p>{said.admissionStates[taken.kind]}</p>
        )}
      </div>
      {taken.kind !== 'reading' && (
        <button type="button" className="btn btn-small" onClick={dismissTaken}>
          {said.dismiss}
        </button>
      )}
    </Banner>
  );
}

/** What of admission could not be read, each with the reason. */
export function UnreadList({ unread }: { readonly unread: readonly UnreadAdmission[] }) {
  const said = laterWords.cluster;
  if (unread.length === 0) return null;
  return (
    <>
      <p>{said.admissionUnread}</p>
      <ul>
        {unread.map((each) => (
          <li key={each.path}>
            <code>
              <VisibleText text={each.path} />
            </code>{' '}
            {reasonOf(each)}
          </li>
        ))}
      </ul>
    </>
  );
}

function reasonOf(each: UnreadAdmission): string {
  const said = laterWords.cluster;
  if (each.why !== 'status') return said.admissionUnreadWhy[each.why];
  const rule = each.code === 403 ? ruleOf({ kind: 'read', path: each.path }) : undefined;
  return rule === undefined ? said.failureSentence({ kind: 'status', code: each.code }) : said.ruleSentence(rule);
}
