import { words } from '../../language/language.ts';
import './drop-target.css';

/** Says that files can be dropped here. */
export function DropNote() {
  return (
    <div className="drop-target" role="status">
      <p>{words.bring.dropHere}</p>
    </div>
  );
}
