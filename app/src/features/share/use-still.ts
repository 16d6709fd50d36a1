import type { Scenario } from '@managed-fields/scenario';
import { useEffect, useState } from 'react';
import type { StillQuestion } from '../../core/engine/protocol.ts';
import { openTaskEngine } from '../../core/engine/task-engine.ts';
import { useLanguage } from '../../core/words/language.ts';

/** What is seen of it: the place of a step, from 1, and the theme. */
interface StillLook {
  readonly step: number;
  readonly theme: StillQuestion['theme'];
}

/** The HTML of the static view of a scenario while one is wanted; undefined until it is drawn, or where it cannot be. */
export function useStill(scenario: Scenario | undefined, { step, theme }: StillLook, link: string): string | undefined {
  const lang = useLanguage((state) => state.code);
  const [drawn, setDrawn] = useState<string>();
  useEffect(() => {
    setDrawn(undefined);
    if (scenario === undefined) return;
    const engine = openTaskEngine('still');
    let isWanted = true;
    engine
      .ask({ kind: 'draw', scenario, step: String(step), theme, lang, link })
      .then(
        (html) => isWanted && setDrawn(html),
        // Without a view there is nothing to copy, and the other forms are there.
        () => {},
      )
      .finally(() => engine.end());
    return () => {
      isWanted = false;
      engine.end();
    };
  }, [scenario, step, theme, lang, link]);
  return drawn;
}
