import type { AnnotatedText } from '@managed-fields/scenario';
import type { Token } from '@managed-fields/source';
import { colourCount, lineAt, lineStarts, overlay, type Palette, rows } from '@managed-fields/static-view';
import { words } from '../../language/language.ts';
import { type Ink, overlaySvg, type Picture, type PictureColours, type PictureLine } from '../../view/overlay-svg.ts';

/** Returns an SVG file of the object with its owners, managedFields folded, in the colours of the light page. */
export function svgOf(annotated: AnnotatedText, palette: Palette, object: string): string {
  return overlaySvg({
    title: words.exports.svgTitle(object),
    lines: linesOf(annotated, palette),
    overlay: overlay(annotated, palette),
    owners: ownersOf(annotated, palette),
    legend: words.exports.legend,
    colours: lightColours(),
  });
}

function ownersOf({ managers }: AnnotatedText, palette: Palette): Picture['owners'] {
  return managers.map((owner) => ({
    mark: palette.ofOwner(owner),
    name: owner.manager,
    detail: `${words.field.ownerSentence(owner)} · ${words.legend.sizeSentence(owner)}`,
  }));
}

/** Returns the lines of the drawing: of managedFields only the first, with the number of entries. */
function linesOf(annotated: AnnotatedText, palette: Palette): readonly PictureLine[] {
  const { text, managedFields, managers } = annotated;
  const { spots, hints } = overlay(annotated, palette);
  const starts = lineStarts(text);
  const first = managedFields === undefined ? -1 : lineAt(starts, managedFields.from);
  const last = managedFields === undefined ? -1 : lineAt(starts, Math.max(managedFields.from, managedFields.to - 1));
  const notes = new Map(hints.map((hint) => [hint.line, hint]));
  const all = rows(text, spots);
  const numbers = Array.from({ length: all.count }, (_, line) => line);
  return numbers.flatMap((line): readonly PictureLine[] => {
    if (line > first && line <= last) return [];
    if (line === first) {
      const indent = /^ */.exec(text.slice(starts[line]))?.[0] ?? '';
      const folded = `${indent}${words.exports.svgFolded(words.result.foldedSentence(managers))}`;
      return [{ line, segments: [{ text: folded, tint: undefined, ink: 'soft' }], ...noNote }];
    }
    const drawn = all.at(line).segments.map(({ text: part, token, spot }) => ({
      text: part,
      ink: inkOf(token),
      tint: spot && { id: spot.field, marks: spot.marks },
    }));
    const hint = notes.get(line);
    const field = hint === undefined ? undefined : annotated.fields[hint.field];
    if (hint === undefined || field === undefined) return [{ line, segments: drawn, ...noNote }];
    const note = words.field.hintSentence(hint.kind, field, annotated);
    return [{ line, segments: drawn, note, noteIndent: hint.indent }];
  });
}

const noNote = { note: '', noteIndent: 0 };

function inkOf(token: Token['kind'] | undefined): Ink | undefined {
  switch (token) {
    case undefined:
      return undefined;
    case 'key':
    case 'string':
      return token;
    case 'number':
    case 'bool':
    case 'null':
      return 'number';
    default:
      return 'soft';
  }
}

/** Reads the colours of the light page from `theme.css`, whatever theme the page has now. */
function lightColours(): PictureColours {
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
  const colours = {
    ground: colour('panel'),
    text: colour('ink'),
    faint: colour('faint'),
    soft: colour('soft'),
    key: colour('key'),
    string: colour('string'),
    number: colour('number'),
    marks: Array.from({ length: colourCount }, (_, index) => colour(`m${index}`)),
    onMarks: Array.from({ length: colourCount }, (_, index) => colour(`i${index}`)),
  };
  if (theme === undefined) delete root.dataset['theme'];
  else root.dataset['theme'] = theme;
  probe.remove();
  return colours;
}
