import './audit.css';
import { useEffect, useState } from 'react';
import { VisibleText } from '../../core/code-view/visible-text.tsx';
import { Dialog } from '../../core/ui/dialog.tsx';
import { FileButton } from '../../core/ui/file-button.tsx';
import { closeDialog, useDialog } from '../../core/ui/open-dialog.ts';
import { laterWords } from '../../core/words/later-words.ts';
import { closeLog, leaveHistory, openLog, showHistory, useAudit } from './audit-store.ts';
import { LogObjects } from './log-objects.tsx';
import { ObjectHistoryView } from './object-history.tsx';
import { openAsLog } from './open-log.ts';

/** Asks for a log: files, or a text. */
export function BeginLog() {
  const said = laterWords.audit;
  const log = useAudit((state) => state.log);
  const [text, setText] = useState('');
  return (
    <div className="audit-body">
      {log.kind === 'failed' && (
        <div className="audit-problem" role="alert">
          <b>{said.failed}</b> <VisibleText text={log.message.split('\n')[0] ?? ''} />
        </div>
      )}
      <p>{said.about}</p>
      <p className="audit-note">{said.forms}</p>
      <p>
        <FileButton
          label={said.chooseFiles}
          onFiles={(files) => files.length > 0 && openAsLog(files)}
          className="btn btn-primary"
          firstFocus
        />
      </p>
      <label className="audit-paste">
        <span>{said.paste}</span>
        <textarea
          rows={5}
          value={text}
          spellCheck={false}
          autoCapitalize="off"
          onChange={({ target }) => setText(target.value)}
        />
      </label>
      <p>
        <button
          type="button"
          className="btn"
          disabled={text.trim() === ''}
          onClick={() => void openLog([new Blob([text])], '')}
        >
          {said.read}
        </button>
      </p>
    </div>
  );
}

/** The dialog for an audit log: reads it, lists the objects that it writes, and plays the history of one. */
export function AuditDialog() {
  const said = laterWords.audit;
  const log = useAudit((state) => state.log);
  useFollowBack();
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

/** Shows the list or the history that Back and Forward lead to. */
function useFollowBack(): void {
  const drawn = useDialog((state) => state.within);
  useEffect(() => {
    // An effect may run after a history was opened that this drawing did not know of yet, as after a reload.
    const { within } = useDialog.getState();
    const { chosen, log } = useAudit.getState();
    if (within === (chosen ?? '')) return;
    if (within === '') leaveHistory();
    else if (log.kind === 'read' && log.summary.objects.some(({ key }) => key === within)) void showHistory(within);
  }, [drawn]);
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
      <p>{said.reading({ name: name || undefined, percent: Math.floor(part * 100) })}</p>
      <progress className="audit-progress" value={part} max={1} aria-label={said.title} />
      <p>
        <button type="button" className="btn" onClick={closeLog} data-first-focus="">
          {said.cancel}
        </button>
      </p>
    </div>
  );
}
