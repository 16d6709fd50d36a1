import './audit.css';
import { Dialog } from '../../core/ui/dialog.tsx';
import { closeDialog } from '../../core/ui/open-dialog.ts';
import { laterWords } from '../../core/words/later-words.ts';
import { closeLog, useAudit } from './audit-store.ts';
import { BeginLog } from './begin-log.tsx';
import { LogObjects } from './log-objects.tsx';
import { ObjectHistoryView } from './object-history.tsx';

/** The dialog for an audit log: reads it, lists the objects that it writes, and plays the history of one. */
export function AuditDialog() {
  const said = laterWords.audit;
  const log = useAudit((state) => state.log);
  const other = (
    <button type="button" className="btn btn-small" onClick={closeLog}>
      {said.other}
    </button>
  );
  return (
    <Dialog
      title={said.title}
      className="audit-dialog"
      onClose={closeDialog}
      {...(log.kind === 'read' ? { beside: other } : {})}
    >
      <AuditLogView />
    </Dialog>
  );
}

function AuditLogView() {
  const log = useAudit((state) => state.log);
  const chosen = useAudit((state) => state.chosen);
  if (log.kind === 'none' || log.kind === 'failed') return <BeginLog />;
  if (log.kind === 'reading') return <Reading name={log.name} part={log.of === 0 ? 1 : log.bytes / log.of} />;
  const object = log.summary.objects.find(({ key }) => key === chosen);
  return object === undefined ? (
    <LogObjects summary={log.summary} name={log.name} />
  ) : (
    <ObjectHistoryView key={object.key} object={object} />
  );
}

function Reading({ name, part }: { readonly name: string; readonly part: number }) {
  const said = laterWords.audit;
  return (
    <div className="audit-body">
      <p>{said.reading(name, Math.floor(part * 100))}</p>
      <progress className="audit-progress" value={part} max={1} aria-label={said.title} />
      <p>
        <button type="button" className="btn" onClick={closeLog} data-first-focus="">
          {said.cancel}
        </button>
      </p>
    </div>
  );
}
