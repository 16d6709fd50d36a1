import { useState } from 'react';
import { VisibleText } from '../../core/code-view/visible-text.tsx';
import { FileButton } from '../../core/ui/file-button.tsx';
import { laterWords } from '../../core/words/later-words.ts';
import { openLog, useAudit } from './audit-store.ts';
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
