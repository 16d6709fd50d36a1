import { DropNote } from '../later-panes.ts';
import { useBringing } from './use-bringing.ts';

/** Takes in what is pasted or dropped anywhere on the page, and says so while files hover over it. */
export function DropTarget() {
  return useBringing() ? <DropNote /> : null;
}
