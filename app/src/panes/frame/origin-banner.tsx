import { VisibleText } from '../../editor/visible-text.tsx';
import { useScenario } from '../../store/scenario-store.ts';
import { Banner } from '../components/banner.tsx';
import { OriginButtons, originSentence } from '../components/origin.tsx';
import { useWalking } from '../components/walk.ts';

/** Whose scenario this is, where it is not the draft of this browser and nothing leads through it. */
export function OriginBanner() {
  const { origin, touched, kept, first } = useScenario();
  const walking = useWalking();
  if (origin.kind === 'draft' || walking) return null;
  return (
    <Banner tone="info">
      <span>
        <VisibleText text={originSentence({ origin, touched, kept, first })} />
      </span>
      <OriginButtons />
    </Banner>
  );
}
