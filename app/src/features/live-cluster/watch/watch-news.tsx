import { writersOf } from '@managed-fields/live-cluster';
import { useEffect, useState } from 'react';
import { laterWords } from '../../../core/words/later-words.ts';
import { useWatch } from './watch-store.ts';

/** Milliseconds between two sentences of the live region, however fast versions come. */
const calm = 8000;

/** Tells screen readers calmly what came: how many versions, the last by whom, and each new fight. */
export function WatchNewsRegion() {
  const [text, setText] = useState('');
  useEffect(() => {
    let told = useWatch.getState().rows.at(-1)?.number ?? 0;
    let fights = useWatch.getState().fights.length;
    const timer = setInterval(() => {
      const state = useWatch.getState();
      const last = state.rows.at(-1);
      const [newest] = state.fights;
      const said = laterWords.watch;
      const count = (last?.number ?? 0) - told;
      const sentences = [
        ...(count > 0 && last !== undefined ? [said.news(count, writersOf(last)[0]?.manager ?? '')] : []),
        ...(state.fights.length > fights && newest !== undefined
          ? [said.newFight(newest.path, newest.sides[0].owner.manager, newest.sides[1].owner.manager)]
          : []),
      ];
      told = last?.number ?? 0;
      fights = state.fights.length;
      if (sentences.length > 0) setText(sentences.join('. '));
    }, calm);
    return () => clearInterval(timer);
  }, []);
  return (
    <p role="status" className="hidden-text watch-news">
      {text}
    </p>
  );
}
