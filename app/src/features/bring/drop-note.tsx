import { laterWords } from '../../core/words/later-words.ts';
import './drop-target.css';

/** Says that files can be dropped here. */
export function DropNote() {
  return (
    <div className="drop-target" role="status">
      <p>{laterWords.bring.dropHere}</p>
    </div>
  );
}
