import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';

/** A part of a picture, in pixels from its upper left corner. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** How two pictures differ. */
export interface Difference {
  /** How many pixels have another colour. */
  readonly pixels: number;
  /** How many pixels there are. */
  readonly of: number;
  /** The smallest box around all of them; there is none where no pixel differs. */
  readonly box: Box | undefined;
  /** Before, after, and after in pale with the pixels that differ in red, side by side, as PNG. */
  readonly picture: () => Buffer;
}

/**
 * From which difference on a pixel counts, from 0 to 1. Chromium draws the edges of one and the same page by one or two
 * of 255 levels lighter or darker from time to time; one level more than that counts.
 */
const threshold = 0.01;

/** The room between the parts of a picture of a difference. */
const gap = 8;

/**
 * Compares two PNG pictures pixel by pixel; a change of a colour that somebody could see counts. Where one is larger, what the other does
 * not have counts as well.
 */
export function differenceOf(before: Buffer, after: Buffer): Difference {
  const [one, other] = [PNG.sync.read(before), PNG.sync.read(after)];
  const width = Math.max(one.width, other.width);
  const height = Math.max(one.height, other.height);
  const [a, b, marked] = [onSheet(one, width, height), onSheet(other, width, height), new PNG({ width, height })];
  const options = { threshold, includeAA: true };
  const mask = new PNG({ width, height });
  const pixels = pixelmatch(a.data, b.data, mask.data, width, height, { ...options, diffMask: true });
  const box = pixels === 0 ? undefined : boxOf(mask);
  pixelmatch(a.data, b.data, marked.data, width, height, { ...options, alpha: 0.15 });
  return { pixels, of: width * height, box, picture: () => inARow([a, b, marked]) };
}

/** A picture on an empty sheet of a size. */
function onSheet(picture: PNG, width: number, height: number): PNG {
  const sheet = new PNG({ width, height });
  PNG.bitblt(picture, sheet, 0, 0, picture.width, picture.height, 0, 0);
  return sheet;
}

/** The box around all pixels of a picture that are not transparent; there is at least one. */
function boxOf({ data, width }: PNG): Box {
  let [left, top, right, bottom] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, -1, -1];
  for (let at = 0; at < data.length; at += 4) {
    if (data[at + 3] === 0) continue;
    const [x, y] = [(at / 4) % width, Math.floor(at / 4 / width)];
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x);
    bottom = Math.max(bottom, y);
  }
  return { left, top, width: right - left + 1, height: bottom - top + 1 };
}

function inARow(parts: readonly PNG[]): Buffer {
  const width = parts.reduce((sum, part) => sum + part.width + gap, -gap);
  const height = Math.max(...parts.map((part) => part.height));
  const row = new PNG({ width, height });
  let left = 0;
  for (const part of parts) {
    PNG.bitblt(part, row, 0, 0, part.width, part.height, left, 0);
    left += part.width + gap;
  }
  // Written once and looked at once: a smaller file takes seconds a picture.
  return PNG.sync.write(row, { deflateLevel: 3, filterType: 1 });
}
