import { useMemo } from 'react';
import { onDemand } from '../../../core/code/fetch-code.ts';
import { laterWords } from '../../../core/words/later-words.ts';
import { isAuditEvent, logsRead, useSurvey } from '../state/survey-store.ts';

const logs = onDemand(() => import('../../audit/open-log.ts'));

/** Says that what was read is an audit log, and offers the view that is made for one; nothing where there is none. */
export function LogOffer() {
  const rows = useSurvey((state) => state.rows);
  const events = useMemo(() => rows.filter(isAuditEvent).length, [rows]);
  if (events === 0) return null;
  return (
    <p className="survey-offer" role="status">
      <span>{laterWords.survey.auditEvents(events)}</span>
      <button type="button" className="btn btn-small" onClick={async () => (await logs()).openAsLog(logsRead())}>
        {laterWords.survey.openAsLog}
      </button>
    </p>
  );
}
