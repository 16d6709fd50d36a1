import { useEffect, useState } from 'react';
import type { LineRange, Metrics } from './decorations.ts';
import type { Running } from './running.ts';

/** What of a running editor matters to what is drawn in it. */
export interface Measures extends Metrics {
  /** The lines that are worth decorating: those in view with some room round them, or all of a short text. */
  readonly lines: LineRange;
  /** Grows when lines were folded or unfolded, or the text changed its height. */
  readonly height: number;
}

const start: Measures = { column: 7.5, contentWidth: 0, scrollLeft: 0, lines: { from: 0, to: 400 }, height: 0 };

/** Lines decorated above and below those in view. */
const margin = 120;
/** All lines of shorter texts are decorated. */
const wholeUpTo = 1500;

/** Follows the size and the scroll position of an editor, in steps large enough that scrolling by a line draws nothing. */
export function useMeasures(running: Running | undefined): Measures {
  const [measures, setMeasures] = useState(start);
  useEffect(() => {
    if (running === undefined) return;
    const { monaco, editor } = running;
    const measure = () => {
      const { contentWidth, verticalScrollbarWidth } = editor.getLayoutInfo();
      const next: Measures = {
        column: editor.getOption(monaco.fontInfoOption).typicalHalfwidthCharacterWidth,
        contentWidth: contentWidth - verticalScrollbarWidth,
        scrollLeft: editor.getScrollLeft(),
        lines: linesOf(running),
        height: editor.getContentHeight(),
      };
      setMeasures((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
    };
    const listeners = [
      editor.onDidLayoutChange(measure),
      editor.onDidScrollChange(measure),
      editor.onDidContentSizeChange(measure),
      editor.onDidChangeModel(measure),
    ];
    measure();
    return () => {
      for (const listener of listeners) listener.dispose();
    };
  }, [running]);
  return measures;
}

function linesOf({ editor }: Running): LineRange {
  const count = editor.getModel()?.getLineCount() ?? 0;
  if (count <= wholeUpTo) return { from: 0, to: wholeUpTo };
  const ranges = editor.getVisibleRanges();
  const step = margin / 2;
  const first = (ranges[0]?.startLineNumber ?? 1) - 1 - margin;
  const last = (ranges.at(-1)?.endLineNumber ?? margin) + margin;
  return { from: Math.max(0, Math.floor(first / step) * step), to: Math.ceil(last / step) * step };
}
