import { useEffect, useState } from 'react';
import { usePlayback } from '../../engine/playback-store.ts';
import { words } from '../../language/language.ts';
import { useScenario } from '../../store/scenario-store.ts';
import { managerOf, outcomeName, type Selected, useSelected } from '../parts/screen.ts';

/** The bottom line, and what a screen reader is told when the selected step ends differently. */
export function StatusBar() {
  const selected = useSelected();
  const count = useScenario((state) => state.scenario.steps.length);
  const place = usePlayback((state) => state.place);
  const status = selected?.outcome && outcomeName(selected.step, selected.outcome.status);
  return (
    <footer className="status-bar">
      {selected !== undefined && <span>{words.steps.placeSentence(selected.place, count, status)}</span>}
      <span>{words.page.privacy}</span>
      {place === 'page' && <span>{words.page.inPage}</span>}
      <span className="grow" />
      <span className="status-version">{words.page.sameAnswers}</span>
      <Announcement text={selected === undefined ? '' : announcement(selected)} />
    </footer>
  );
}

/** Said only once the outcome has settled, so that typing is not talked over. */
function Announcement({ text }: { readonly text: string }) {
  const [said, setSaid] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSaid(text), 600);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <span className="hidden-text" role="status" data-testid="announcement">
      {said}
    </span>
  );
}

function announcement({ step, place, outcome, fresh }: Selected): string {
  if (outcome === undefined || !fresh) return '';
  const who = managerOf(step, outcome);
  const what = `${words.steps.step} ${place}, ${words.steps.kindNames[step.kind]}${who === undefined ? '' : ` · ${who}`}`;
  return [`${what}: ${outcomeName(step, outcome.status)}`, outcome.message].filter(Boolean).join('. ');
}
