import { lossyText, utf8 } from './bytes.ts';
import { quote } from './go-text.ts';
import { byteOf, type JsonIterator } from './json-iterator.ts';
import type { Value } from './value.ts';

/** A byte as upstream puts it into an error text. */
const shown = (byte: number) => lossyText(Uint8Array.of(byte));

/**
 * Reads any value; every number becomes a float. Errors are noted in the iterator.
 * Upstream: github.com/json-iterator/go iter.go Iterator.Read.
 */
export function readAny(from: JsonIterator): Value {
  const next = from.token();
  from.back();
  switch (next) {
    case byteOf.quote:
      return readString(from);
    case byteOf.n:
      skipWord(from, 'null', 'skipFourBytes');
      return null;
    case byteOf.t:
    case byteOf.f:
      return readBoolean(from);
    case byteOf.openList: {
      const list: Value[] = [];
      eachItem(from, () => list.push(readAny(from)));
      return list;
    }
    case byteOf.openMap: {
      const map = new Map<string, Value>();
      eachField(from, 'ReadMapCB', (name) => {
        map.set(name, readAny(from));
        return true;
      });
      return map;
    }
    default:
      if (next === byteOf.minus || isDigit(next)) return readFloat(from, 'readFloat64');
      from.report('Read', 'unexpected value type: 0');
      return null;
  }
}

/**
 * Visits the fields of a map; null is a map without fields. `each` reads the value, and stops the visit by returning
 * false. Upstream's two operations differ in what they say where a colon is missing, and whether they go on.
 * Upstream: iter_object.go ReadMapCB, ReadObjectCB.
 */
export function eachField(
  from: JsonIterator,
  operation: 'ReadMapCB' | 'ReadObjectCB',
  each: (name: string) => boolean,
): void {
  const first = from.token();
  if (first === byteOf.n) skipWord(from, 'ull', 'skipThreeBytes');
  else if (first !== byteOf.openMap) from.report(operation, `expect { or n, but found ${shown(first)}`);
  else if (from.enter()) {
    fields(from, operation, each);
    from.leave();
  }
}

function fields(from: JsonIterator, operation: string, each: (name: string) => boolean): void {
  let token = from.token();
  if (token === byteOf.closeMap) return;
  if (token !== byteOf.quote) {
    from.report(operation, `expect " after {, but found ${shown(token)}`);
    return;
  }
  from.back();
  do {
    const name = readString(from);
    const colon = from.token();
    if (colon !== byteOf.colon) {
      if (operation === 'ReadMapCB') {
        from.report(operation, `expect : after object field, but found ${shown(token)}`);
        return;
      }
      from.report('ReadObject', `expect : after object field, but found ${shown(colon)}`);
    }
    if (!each(name)) return;
    token = from.token();
  } while (token === byteOf.comma);
  if (token !== byteOf.closeMap) from.report(operation, 'object not ended with }');
}

/** Visits the items of a list. Upstream: iter_array.go ReadArrayCB. */
export function eachItem(from: JsonIterator, each: () => void): void {
  from.token();
  if (!from.enter()) return;
  let token = from.token();
  if (token !== byteOf.closeList) {
    from.back();
    do {
      each();
      token = from.token();
    } while (token === byteOf.comma);
    if (token !== byteOf.closeList) from.report('ReadArrayCB', `expect ] in the end, but found ${shown(token)}`);
  }
  from.leave();
}

/** Reads `true` or `false`, of which the first letter is known. Upstream: iter_skip.go ReadBool. */
function readBoolean(from: JsonIterator): boolean {
  if (from.token() === byteOf.t) {
    skipWord(from, 'rue', 'skipThreeBytes');
    return true;
  }
  skipWord(from, 'alse', 'skipFourBytes');
  return false;
}

/**
 * Skips letters that must come; `operation` is upstream's name for skipping so many letters.
 * Upstream: iter_skip.go.
 */
export function skipWord(from: JsonIterator, rest: string, operation: string): void {
  for (const letter of rest) {
    if (from.byte() !== letter.charCodeAt(0)) {
      from.report(operation, `expect ${rest}`);
      return;
    }
  }
}

/**
 * Reads a string, or null as an empty one. Control characters are an error only before the first backslash.
 * Upstream: iter_str.go ReadString.
 */
export function readString(from: JsonIterator): string {
  const token = from.token();
  if (token === byteOf.n) {
    skipWord(from, 'ull', 'skipThreeBytes');
    return '';
  }
  if (token !== byteOf.quote) {
    from.report('ReadString', `expects " or n, but found ${shown(token)}`);
    return '';
  }
  for (let i = 0; ; i++) {
    const byte = from.peek(i);
    if (byte === byteOf.quote) {
      const text = from.slice(i);
      from.skip(i + 1);
      return text;
    }
    if (byte === undefined || byte === byteOf.backslash) return readEscapedString(from);
    if (byte < 0x20) {
      from.report('ReadString', `invalid control character found: ${byte}`);
      return '';
    }
  }
}

function readEscapedString(from: JsonIterator): string {
  const bytes: number[] = [];
  while (!from.failed) {
    const byte = from.byte();
    if (byte === byteOf.quote) return lossyText(Uint8Array.from(bytes));
    if (byte === byteOf.backslash) bytes.push(...utf8(readEscape(from, from.byte())));
    else bytes.push(byte);
  }
  from.report('readStringSlowPath', 'unexpected end of input');
  return '';
}

const escapes: ReadonlyMap<string, string> = new Map(Object.entries({ b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }));

function readEscape(from: JsonIterator, byte: number): string {
  if (byte === byteOf.u) return readUnit(from);
  const letter = String.fromCharCode(byte);
  if ('"\\/'.includes(letter)) return letter;
  const known = escapes.get(letter);
  if (known === undefined) from.report('readEscapedChar', 'invalid escape char after \\');
  return known ?? '';
}

/** Reads the character of four hexadecimal digits, with the next escape where both make a surrogate pair. */
function readUnit(from: JsonIterator): string {
  const unit = readHexadecimal(from);
  if (unit < 0xd800 || unit >= 0xe000) return String.fromCharCode(unit);
  const next = from.byte();
  if (from.failed) return '';
  if (next !== byteOf.backslash) {
    from.back();
    return '\ufffd';
  }
  const letter = from.byte();
  if (from.failed) return '';
  if (letter !== byteOf.u) return `\ufffd${readEscape(from, letter)}`;
  const second = readHexadecimal(from);
  // The writer of bytes makes U+FFFD of what is half a pair.
  return String.fromCharCode(unit, second);
}

function readHexadecimal(from: JsonIterator): number {
  let unit = 0;
  for (let i = 0; i < 4; i++) {
    const byte = from.byte();
    if (from.failed) return unit;
    const digit = Number.parseInt(String.fromCharCode(byte), 16);
    if (Number.isNaN(digit)) {
      from.report('readU4', `expects 0~9 or a~f, but found ${shown(byte)}`);
      return unit;
    }
    unit = unit * 16 + digit;
  }
  return unit;
}

/** Whether a byte is a digit. */
export const isDigit = (byte: number | undefined) => byte !== undefined && byte >= byteOf.zero && byte <= byteOf.nine;
const isOfNumber = (byte: number) => isDigit(byte) || '+-.eE'.includes(String.fromCharCode(byte));
const endsNumber = (byte: number) => ',]} \t\n'.includes(String.fromCharCode(byte));

/** Reads a number; text after it stays unread. Upstream: iter_float.go ReadFloat64, ReadFloat32. */
export function readFloat(from: JsonIterator, operation: 'readFloat64' | 'readFloat32'): number {
  const negative = from.token() === byteOf.minus;
  if (!negative) from.back();
  const first = from.peek();
  if (first !== undefined && endsNumber(first)) from.report(operation, 'empty number');
  else if (first === byteOf.dot) from.report(operation, 'leading dot is invalid');
  else if (first === byteOf.zero && isDigit(from.peek(1))) from.report(operation, 'leading zero is invalid');
  else {
    const number = parseFloat64(from, operation);
    return negative ? -number : number;
  }
  return negative ? -0 : 0;
}

function parseFloat64(from: JsonIterator, operation: 'readFloat64' | 'readFloat32'): number {
  const written = readNumberText(from);
  if (from.complaint !== undefined) return 0;
  const dot = written.indexOf('.');
  const slow = `${operation}SlowPath`;
  if (written.startsWith('-')) from.report(slow, '-- is not valid');
  else if (dot >= 0 && dot === written.length - 1) from.report(slow, 'dot can not be last character');
  else if (dot >= 0 && !isDigit(written.charCodeAt(dot + 1))) from.report(slow, 'missing digit after dot');
  else if (!/^\+?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/.test(written)) {
    from.fail(`strconv.ParseFloat: parsing ${quote(written)}: invalid syntax`);
  } else {
    const number = operation === 'readFloat32' ? Math.fround(Number(written)) : Number(written);
    if (Number.isFinite(number)) return number;
    from.fail(`strconv.ParseFloat: parsing ${quote(written)}: value out of range`);
  }
  return 0;
}

/** Reads the text of a number without checking it. Upstream: iter_float.go readNumberAsString. */
export function readNumberText(from: JsonIterator): string {
  const written = from.take(isOfNumber);
  if (written === '') from.report('readNumberAsString', 'invalid number');
  return written;
}
