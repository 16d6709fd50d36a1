import { words } from '../../language/language.ts';
import { StateSign } from './state-chip.tsx';

/** How the five states of a field are drawn, in words. */
export function StatesKey() {
  const rows = words.field.keyRows;
  return (
    <ul>
      <li>
        <StateSign state="owned" why={undefined} /> {rows.owned}
      </li>
      <li>
        <StateSign state="shared" why={undefined} /> {rows.shared}
      </li>
      <li>
        <StateSign state="atomic" why={undefined} /> {rows.atomic}
      </li>
      <li>
        <StateSign state="unowned" why="default" /> {rows.default}
      </li>
      <li>
        <StateSign state="unowned" why="system" /> {rows.system}
      </li>
      <li>
        <StateSign state="absent" why={undefined} /> {rows.absent}
      </li>
    </ul>
  );
}
