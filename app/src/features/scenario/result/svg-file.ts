import type { AnnotatedText } from '@managed-fields/player';
import { type Drawing, drawing, foldedLines, overlay, type Palette, textOfLine } from '@managed-fields/rendering';
import { words } from '../../../core/words/language.ts';
import { type ImageColours, type ImageLine, imageColours, type OverlayImage, overlaySvg } from './overlay-svg.ts';

/** Returns an SVG file of the object with its owners, managedFields folded, in the colours of the light page. */
export function svgOf(annotated: AnnotatedText, palette: Palette, object: string): string {
  const owned = overlay(annotated, palette);
  return overlaySvg({
    title: words.exports.svgTitle({ object }),
    lines: linesOf(drawing(annotated.text, { annotated, overlay: owned }), annotated),
    overlay: owned,
    owners: ownersOf(annotated, palette),
    legend: words.exports.legend,
    colours: lightColours(),
  });
}

function ownersOf({ managers }: AnnotatedText, palette: Palette): OverlayImage['owners'] {
  return managers.map((owner) => ({
    mark: palette.ofOwner(owner),
    name: owner.manager,
    detail: `${words.field.ownerSentence(owner)} · ${words.legend.sizeSentence(owner)}`,
  }));
}

/** Returns the lines of the drawing: of managedFields only the first, with the number of entries. */
function linesOf(all: Drawing, annotated: AnnotatedText): readonly ImageLine[] {
  const folded = foldedLines(annotated);
  const numbers = Array.from({ length: all.count }, (_, line) => line);
  return numbers.flatMap((line): readonly ImageLine[] => {
    if (folded !== undefined && line > folded.from && line <= folded.to) return [];
    const { runs, hint } = all.at(line);
    if (line === folded?.from) {
      const indent = /^ */.exec(textOfLine(all.at(line)))?.[0] ?? '';
      const text = `${indent}${words.exports.svgFolded({ summary: words.result.foldedSentence(annotated.managers) })}`;
      return [{ line, runs: [{ spot: undefined, segments: [{ text, ink: 'soft' }] }], ...noNote }];
    }
    const field = hint && annotated.fields[hint.field];
    if (hint === undefined || field === undefined) return [{ line, runs, ...noNote }];
    return [{ line, runs, note: words.field.hintSentence(hint.kind, field, annotated), noteIndent: hint.indent }];
  });
}

const noNote = { note: '', noteIndent: 0 };

/** Reads the colours of the light page from `tokens.css`, whatever theme the page has now. */
function lightColours(): ImageColours {
  const { documentElement: root } = document;
  const theme = root.dataset['theme'];
  const probe = document.createElement('span');
  document.body.append(probe);
  // It is reset before the browser paints.
  root.dataset['theme'] = 'light';
  const colour = (name: string) => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const colours = imageColours(colour);
  if (theme === undefined) delete root.dataset['theme'];
  else root.dataset['theme'] = theme;
  probe.remove();
  return colours;
}
