import type { Failure } from '@managed-fields/live-cluster';
import { useEffect, useState } from 'react';
import { VisibleText } from '../../../core/code-view/visible-text.tsx';
import { laterWords } from '../../../core/words/later-words.ts';
import { useWatch, type WatchState } from './watch-store.ts';

/** Says whether versions still come, and why not. */
export function WatchStatus() {
  const { phase, next, exists, unread, rows } = useWatch();
  const said = laterWords.watch;
  const failure = next?.kind === 'wait' || next?.kind === 'end' ? next.failure : undefined;
  const isOver = phase !== 'following' || next?.kind === 'end';
  return (
    <div className="watch-status">
      <p role="status">
        <i aria-hidden="true" className={isOver ? 'watch-off' : failure === undefined ? 'watch-on' : 'watch-waiting'} />
        <b>{phaseText({ phase, next })}</b>
        {phase === 'following' && failure !== undefined && ` ${sentenceOf(failure)}`}
        {phase === 'following' && failure === undefined && !exists && next?.kind !== 'list' && ` ${said.missing}`}
      </p>
      {phase === 'following' && next?.kind === 'wait' && <Countdown until={next.until} />}
      {phase === 'following' && failure !== undefined && wordsOf(failure) !== '' && (
        <code>
          <VisibleText text={wordsOf(failure)} />
        </code>
      )}
      {unread !== undefined && <small>{said.unread({ count: unread.count })}</small>}
      {rows.length === 0 && phase === 'following' && exists && <small>{said.none}</small>}
    </div>
  );
}

function phaseText({ phase, next }: Pick<WatchState, 'phase' | 'next'>): string {
  const { phases } = laterWords.watch;
  if (phase === 'broke' || phase === 'stopped') return phases[phase];
  if (next?.kind === 'end') return phases.ended;
  return next === undefined || next.kind === 'list' ? phases.listing : next.kind === 'wait' ? '' : phases.following;
}

function sentenceOf(failure: Failure): string {
  const { failures } = laterWords.watch;
  if (failure.kind === 'front') return laterWords.cluster.front[failure.reason];
  return failures[failure.kind]({ code: failure.kind === 'answer' ? failure.code : '' });
}

/** The words of the server. */
function wordsOf(failure: Failure): string {
  if (failure.kind === 'answer') return failure.message;
  return failure.kind === 'unread' ? failure.found : '';
}

/** Counts the seconds down to the next try, unheard: the sentence before it says what happened. */
function Countdown({ until }: { readonly until: number }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return <small>{laterWords.watch.retry({ seconds: Math.max(1, Math.ceil((until - now) / 1000)) })}</small>;
}
