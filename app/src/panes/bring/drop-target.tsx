import { words } from '../../language/language.ts';
import { useBringing } from './use-bringing.ts';
import './drop-target.css';

/** Takes in what is pasted or dropped anywhere on the page, and says so while files hover over it. */
export function DropTarget() {
  const hovering = useBringing();
  if (!hovering) return null;
  return (
    <div className="drop-target" role="status">
      <p>{words.bring.dropHere}</p>
    </div>
  );
}
