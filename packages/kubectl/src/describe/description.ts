import { parseTime, type ValueMap } from '@managed-fields/merge-engine';
import { hasChange } from '../changes.ts';
import { escapeTerminal, TabWriter } from '../printing/tab-writer.ts';
import { textAt } from './values.ts';

/** Upstream: kubectl pkg/describe/describe.go tabbedString. */
const widths = { minWidth: 0, padding: 2, remembers: false };

/** The text of a description while it is written. Upstream: describe.go PrefixWriter. */
export class Description {
  #text = '';
  #base = 0;
  readonly #release: string;
  readonly #columns: 'columns' | 'tabs';
  readonly #writer = new TabWriter((text) => {
    this.#text += text;
  }, widths);

  /** `release` is that of kubectl. `tabs`: what tabs end is not aligned, as in the history of a rollout. */
  constructor(release: string, columns: 'columns' | 'tabs' = 'columns') {
    this.#release = release;
    this.#columns = columns;
  }

  /** Whether kubectl's release has a change. */
  has(change: Parameters<typeof hasChange>[0]): boolean {
    return hasChange(change, this.#release);
  }

  /** Writes text with two spaces before it for each level. */
  write(level: number, text: string): void {
    const shown = escapeTerminal(`${'  '.repeat(this.#base + level)}${text}`);
    if (this.#columns === 'tabs') this.#text += shown;
    else this.#writer.write(shown);
  }

  /** Writes a line: a label and what it is. */
  line(level: number, label: string, value: string | number | bigint): void {
    this.write(level, `${label}:\t${value}\n`);
  }

  /** Puts two spaces more for each level before all that is written meanwhile. Upstream: describe.go NestedPrefixWriter. */
  within(levels: number, write: () => void): void {
    this.#base += levels;
    write();
    this.#base -= levels;
  }

  text(): string {
    this.#writer.flush();
    return this.#text;
  }
}

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `Thu, 01 Jan 2026 00:00:00 +0000`; kubectl shows times in the zone of its machine, here that is UTC. */
export function longTime(map: ValueMap | undefined, field: string): string {
  const seconds = parseTime(textAt(map, field));
  if (seconds === undefined) return 'Mon, 01 Jan 0001 00:00:00 +0000';
  const date = new Date(seconds * 1000);
  const two = (number: number) => String(number).padStart(2, '0');
  const clock = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()].map(two).join(':');
  const day = `${days[date.getUTCDay()]}, ${two(date.getUTCDate())} ${months[date.getUTCMonth()]}`;
  return `${day} ${String(date.getUTCFullYear()).padStart(4, '0')} ${clock} +0000`;
}
