import { lineLimits } from './line-limits.ts';
import type { Bar, Box, Hint, Overlay } from './overlay.ts';

/** What is drawn on one line. */
export interface DrawnLine {
  readonly bars: readonly (Bar & { readonly first: boolean })[];
  readonly boxes: readonly (Box & { readonly first: boolean; readonly last: boolean })[];
  readonly hint: Hint | undefined;
}

/** What an overlay draws, line by line. */
export function drawnByLine(overlay: Overlay | undefined, count: number): readonly (DrawnLine | undefined)[] {
  const lines: { bars: DrawnLine['bars'][number][]; boxes: DrawnLine['boxes'][number][]; hint: Hint | undefined }[] =
    [];
  if (overlay === undefined) return lines;
  const at = (line: number) => {
    lines[line] ??= { bars: [], boxes: [], hint: undefined };
    return lines[line];
  };
  for (const bar of overlay.bars) {
    for (let line = bar.fromLine; line <= bar.toLine && line < count; line++) {
      at(line).bars.push({ ...bar, first: line === bar.fromLine });
    }
  }
  for (const box of overlay.boxes) {
    for (let line = box.fromLine; line <= box.toLine && line < count; line++) {
      const { boxes } = at(line);
      if (boxes.length < lineLimits.boxes) {
        boxes.push({ ...box, first: line === box.fromLine, last: line === box.toLine });
      }
    }
  }
  for (const hint of overlay.hints) at(hint.line).hint = hint;
  return lines;
}
