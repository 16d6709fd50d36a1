import { useRef, useState } from 'react';
import { VisibleText } from '../../editor/visible-text.tsx';
import { laterWords } from '../../language/later-words.ts';
import { openLog, useAudit } from './audit-store.ts';
import { openAsLog } from './open-log.ts';

/** Asks for a log: files, or a text. */
export function BeginLog() {
  const said = laterWords.audit;
  const log = useAudit((state) => state.log);
  const input = useRef<HTMLInputElement>(null);
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
        <input
          ref={input}
          type="file"
          multiple
          hidden
          aria-label={said.chooseFiles}
          onChange={({ target }) => target.files?.length && openAsLog([...target.files])}
        />
        <button type="button" className="btn btn-primary" data-first-focus="" onClick={() => input.current?.click()}>
          {said.chooseFiles}
        </button>
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
