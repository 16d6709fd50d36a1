import { cutAt, managerOf } from '@managed-fields/rendering';
import { serverOf, versionOf } from '@managed-fields/scenario';
import { useEffect, useRef, useState } from 'react';
import { usePlayback } from '../core/engine/playback-store.ts';
import { useScenario } from '../core/store/scenario-store.ts';
import { useAnnouncement } from '../core/ui/announce.ts';
import { words } from '../core/words/language.ts';
import { versionName } from '../core/words/version-words.ts';
import { useCluster } from '../features/live-cluster/state/cluster-mode.ts';
import { outcomeName, type Selected, useFresh, useSelected } from '../features/scenario/selected.ts';
import { useSurveyPlace } from '../features/survey/state/survey-open.ts';

/** The status bar. It also announces to screen readers how the selected step ended. */
export function StatusBar() {
  const selected = useSelected();
  const count = useScenario((state) => state.scenario.steps.length);
  const opened = useScenario((state) => state.opened);
  const version = useScenario((state) => versionOf(state.scenario));
  const server = useScenario((state) => serverOf(state.scenario));
  const { place, health } = usePlayback();
  const fresh = useFresh();
  const cluster = useCluster(({ mode }) => mode.kind === 'connected');
  const survey = useSurveyPlace(({ shown }) => shown === 'panes');
  const status = selected?.outcome && outcomeName(selected.step, selected.outcome.status);
  return (
    // Tests and scripts read here whether the scenario of the address is open and answered.
    <footer className="status-bar" data-engine={opened === 0 ? 'arriving' : health} data-opened={opened}>
      {selected !== undefined && !survey && (
        <span>{words.steps.placeSentence({ place: selected.place, count, outcome: status })}</span>
      )}
      <span>{cluster ? words.page.privacyCluster : words.page.privacy}</span>
      {place === 'page' && <span>{words.page.inPage}</span>}
      <span className="grow" />
      <span className="status-version">
        {words.page.playedOnServer({ version: versionName(version), server: words.page.servers[server] })}
      </span>
      <Announcement text={selected === undefined || !fresh ? '' : announcement(selected)} place={selected?.place} />
      <Said />
    </footer>
  );
}

/** How much of a text is announced, in UTF-16 code units; a command may print millions. */
const longestSaid = 1000;

/**
 * Announces the outcome once it stays the same for a while, so that it does not interrupt typing; after a change of
 * step sooner.
 */
function Announcement({ text, place }: { readonly text: string; readonly place: number | undefined }) {
  const [said, setSaid] = useState('');
  const before = useRef(place);
  useEffect(() => {
    if (text === '') return;
    const moved = before.current !== place;
    const timer = setTimeout(
      () => {
        before.current = place;
        const end = cutAt(text, 0, text.length, longestSaid);
        setSaid(end === text.length ? text : `${text.slice(0, end)}…`);
      },
      moved ? 300 : 1200,
    );
    return () => clearTimeout(timer);
  }, [text, place]);
  return (
    <span className="hidden-text" role="status" data-testid="announcement">
      {said}
    </span>
  );
}

/** The live region for announcements. An added space makes the same text a new one. */
function Said() {
  const { text, count } = useAnnouncement();
  return (
    <span className="hidden-text" role="status">
      {text}
      {count % 2 === 1 && '\u00a0'}
    </span>
  );
}

function announcement({ step, place, outcome }: Selected): string {
  if (outcome === undefined) return '';
  return words.steps.announcement({
    place,
    kind: words.steps.kindNames[step.kind],
    manager: managerOf(step, outcome),
    outcome: outcomeName(step, outcome.status),
    message: outcome.message || undefined,
  });
}
