import { useLanguage } from '../../core/words/language.ts';
import { laterWords } from '../../core/words/later-words.ts';

/** Lengths at which chat programs cut links, and the longest link that is read. Each ends a third of the meter. */
const marks = [2000, 4000, 65_536] as const;

/** Draws the length of a link beside the lengths that matter. */
export function LengthMeter({ length }: { readonly length: number }) {
  const level = length <= marks[0] ? 'good' : length <= marks[1] ? 'fair' : 'long';
  return (
    <div className={`share-meter share-meter-${level}`}>
      <div className="share-meter-bar" aria-hidden="true">
        <i style={{ width: `${share(length) * 100}%` }} />
        {marks.slice(0, 2).map((mark) => (
          <b key={mark} style={{ left: `${share(mark) * 100}%` }} />
        ))}
      </div>
      <div className="share-meter-marks" aria-hidden="true">
        {marks.slice(0, 2).map((mark) => (
          <span key={mark} style={{ left: `${share(mark) * 100}%` }}>
            {mark.toLocaleString(useLanguage.getState().code)}
          </span>
        ))}
      </div>
      <p>{laterWords.share.lengthSentence(length)}</p>
    </div>
  );
}

/** Returns how much of the meter a length fills, from 0 to 1. Each third is linear. */
function share(length: number): number {
  let before = 0;
  for (const [index, mark] of marks.entries()) {
    if (length <= mark) return (index + (length - before) / (mark - before)) / marks.length;
    before = mark;
  }
  return 1;
}
