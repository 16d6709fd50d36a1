import { useEffect, useMemo, useRef, useState } from 'react';
import { VisibleText } from '../../../core/code-view/visible-text.tsx';
import { announce } from '../../../core/ui/announce.ts';
import { FileButton } from '../../../core/ui/file-button.tsx';
import { lazyPane } from '../../../core/ui/lazy-pane.tsx';
import { Term } from '../../../core/ui/term.tsx';
import { words } from '../../../core/words/language.ts';
import { laterWords } from '../../../core/words/later-words.ts';
import { newerRelease, versionName } from '../../../core/words/version-words.ts';
import { takeFiles } from '../../bring/take-in.ts';
import { useCluster } from '../../live-cluster/state/cluster-mode.ts';
import { hideSurvey, readAgain, stopReading, useSurvey, versionHere } from '../state/survey-store.ts';

/** The name of the survey, what is in it, and what can be done with all of it. */
export function SurveyHead() {
  const { rows, unread, colours } = useSurvey();
  const release = useCluster(({ mode }) => (mode.kind === 'connected' ? mode.release : undefined));
  const isEmpty = rows.length === 0 && unread.length === 0;
  const kinds = useMemo(() => new Set(rows.map(({ apiVersion, kind }) => `${apiVersion} ${kind}`)).size, [rows]);
  return (
    <div className="survey-head">
      <h2>{laterWords.survey.title}</h2>
      {rows.length > 0 && (
        <p className="survey-summary">
          {laterWords.survey.summary({ objects: rows.length, managers: colours.size, kinds })}
          {' · '}
          {words.page.playedOn({ version: versionName(versionHere()) })}{' '}
          {release !== undefined && newerRelease(release)}
        </p>
      )}
      <span className="grow" />
      {!isEmpty && <ClusterButton />}
      {!isEmpty && <FileButton label={laterWords.survey.addFiles} onFiles={(files) => void takeFiles(files)} />}
      <Term text={laterWords.survey.closeHint} className="btn btn-small" onClick={hideSurvey}>
        {laterWords.survey.close}
      </Term>
    </div>
  );
}

/** How far reading is, with a way to end it; or how it ended, where that is worth a line. */
export function SurveyProgress() {
  const { progress, rows } = useSurvey();
  const count = rows.length;
  const was = useRef(progress.kind);
  useEffect(() => {
    if (was.current === 'reading' && progress.kind === 'read') announce(laterWords.survey.done({ objects: count }));
    was.current = progress.kind;
  }, [progress.kind, count]);
  switch (progress.kind) {
    case 'none':
    case 'read':
      return null;
    case 'reading': {
      const { bytes, of } = progress;
      return (
        <div className="survey-progress">
          <progress
            aria-label={laterWords.survey.readingLabel}
            {...(of === undefined || of === 0 ? {} : { value: bytes, max: of })}
          />
          <span>{laterWords.survey.reading(bytes, of)}</span>
          <span className="survey-soft">{laterWords.survey.objects({ count })}</span>
          <button type="button" className="btn btn-small" onClick={stopReading}>
            {laterWords.survey.cancel}
          </button>
        </div>
      );
    }
    case 'stopped':
      return (
        <p className="survey-progress" role="status">
          {laterWords.survey.stopped(progress.bytes, progress.of)}
        </p>
      );
    case 'failed':
      return (
        <p className="survey-progress survey-bad" role="alert">
          {laterWords.survey.failed} <VisibleText text={progress.message} />{' '}
          <button type="button" className="btn btn-small" onClick={readAgain}>
            {laterWords.survey.readAgain}
          </button>
        </p>
      );
  }
}

const Choice = lazyPane(async () => (await import('./cluster-choice.tsx')).ClusterChoice, { whenIdle: false });

/** A button that reads objects of the cluster into the survey, where the page is connected to one. */
export function ClusterButton({ className = 'btn btn-small' }: { readonly className?: string }) {
  const connected = useCluster(({ mode }) => mode.kind === 'connected');
  const [open, setOpen] = useState(false);
  if (!connected) return null;
  return (
    <>
      <button type="button" className={className} onClick={() => setOpen(true)}>
        {laterWords.survey.fromCluster}
      </button>
      {open && <Choice onClose={() => setOpen(false)} />}
    </>
  );
}
