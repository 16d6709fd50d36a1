import { byteOf, type JsonIterator } from './json-iterator.ts';
import { eachField, eachItem, isDigit, readFloat, readNumberText, readString, skipWord } from './json-iterator-read.ts';

/** Skips one value. Upstream: github.com/json-iterator/go iter_skip.go Skip, iter_skip_strict.go. */
export function skipAny(from: JsonIterator): void {
  const first = from.token();
  switch (first) {
    case byteOf.quote:
      skipString(from);
      break;
    case byteOf.n:
      skipWord(from, 'ull', 'skipThreeBytes');
      break;
    case byteOf.t:
      skipWord(from, 'rue', 'skipThreeBytes');
      break;
    case byteOf.f:
      skipWord(from, 'alse', 'skipFourBytes');
      break;
    case byteOf.zero:
      from.back();
      readFloat(from, 'readFloat32');
      break;
    case byteOf.openList:
      from.back();
      eachItem(from, () => skipAny(from));
      break;
    case byteOf.openMap:
      from.back();
      eachField(from, 'ReadObjectCB', () => {
        skipAny(from);
        return true;
      });
      break;
    default:
      if (first === byteOf.minus || isDigit(first)) skipNumber(from);
      else from.report('Skip', `do not know how to skip: ${first}`);
  }
}

function skipString(from: JsonIterator): void {
  for (let i = 0; ; i++) {
    const byte = from.peek(i);
    if (byte === byteOf.quote) {
      from.skip(i + 1);
      return;
    }
    if (byte === undefined || byte === byteOf.backslash) break;
    if (byte < 0x20) {
      from.report('trySkipString', `invalid control character found: ${byte}`);
      return;
    }
  }
  from.back();
  readString(from);
}

/**
 * Skips a number. Digits with at most one dot are only scanned; any other number is read, and read again as text where
 * that fails.
 */
function skipNumber(from: JsonIterator): void {
  if (skipPlainNumber(from)) return;
  from.back();
  if (from.complaint !== undefined) return;
  readFloat(from, 'readFloat64');
  if (from.complaint === undefined) return;
  from.forgive();
  readNumberText(from);
}

function skipPlainNumber(from: JsonIterator): boolean {
  let dotted = false;
  for (let i = 0; ; i++) {
    const byte = from.peek(i);
    if (isDigit(byte)) continue;
    if (byte === undefined) return false;
    if (byte !== byteOf.dot) {
      if (i === 0 || !',]} \t\n\r'.includes(String.fromCharCode(byte))) return false;
      from.skip(i);
      return true;
    }
    const next = from.peek(i + 1);
    if (!dotted && next === undefined) return false;
    if (dotted || !isDigit(next)) {
      from.report('validateNumber', dotted ? 'more than one dot found in number' : 'missing digit after dot');
      return true;
    }
    dotted = true;
  }
}
