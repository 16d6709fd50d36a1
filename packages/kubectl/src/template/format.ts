import { formatDouble, isList, isMap, quote, sortedKeys, utf8 } from '@managed-fields/merge-engine';
import { type GoAny, GoInt, typeName, wholeNumber } from './go-value.ts';

/** Values one after the other, with spaces between two that are no texts. Upstream: Go's fmt.Sprint. */
export function sprint(args: readonly GoAny[]): string {
  return args
    .map((arg, index) => {
      const apart = index > 0 && typeof arg !== 'string' && typeof args[index - 1] !== 'string';
      return `${apart ? ' ' : ''}${shown(arg)}`;
    })
    .join('');
}

/** Values with a space between each two, and a line break. Upstream: Go's fmt.Sprintln. */
export function sprintln(args: readonly GoAny[]): string {
  return `${args.map(shown).join(' ')}\n`;
}

/** A value as `%v` writes it. */
export function shown(value: GoAny): string {
  return new Directive().print(value, 'v');
}

const largest = 1_000_000;

/** Upstream: Go's fmt.Sprintf. */
export function sprintf(format: string, args: readonly GoAny[]): string {
  const characters = [...format];
  let [out, at, next, reordered] = ['', 0, 0, false];
  const digits = () => {
    let text = '';
    while (/^[0-9]$/.test(characters[at] ?? '')) text += characters[at++];
    return text;
  };
  while (at < characters.length) {
    const character = characters[at++] ?? '';
    if (character !== '%') {
      out += character;
      continue;
    }
    const directive = new Directive();
    let afterIndex = false;
    for (; '#0+- '.includes(characters[at] ?? 'x'); at++) directive.flag(characters[at] ?? '');
    const takeIndex = () => {
      if (characters[at] !== '[') return;
      reordered = true;
      const end = characters.indexOf(']', at);
      const text = characters.slice(at + 1, end).join('');
      at = end < 0 ? at + 1 : end + 1;
      if (end >= 0 && /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= args.length) {
        next = Number(text) - 1;
        afterIndex = true;
      } else directive.badIndex = true;
    };
    const star = () => {
      const value = wholeNumber(args[next] ?? null);
      next++;
      return value !== undefined && value >= -largest && value <= largest ? Number(value) : undefined;
    };
    takeIndex();
    if (characters[at] === '*') {
      at++;
      const width = star();
      if (width === undefined) out += '%!(BADWIDTH)';
      else directive.setWidth(width);
      afterIndex = false;
    } else {
      const width = digits();
      if (width !== '') {
        if (Number(width) > largest) out += '%!(BADWIDTH)';
        else directive.setWidth(Number(width));
        if (afterIndex) directive.badIndex = true;
      }
    }
    if (characters[at] === '.') {
      at++;
      if (afterIndex) directive.badIndex = true;
      takeIndex();
      if (characters[at] === '*') {
        at++;
        const precision = star();
        if (precision === undefined || precision < 0) out += precision === undefined ? '%!(BADPREC)' : '';
        else directive.precision = precision;
        afterIndex = false;
      } else directive.precision = Math.min(Number(digits() || '0'), largest);
    }
    if (!afterIndex) takeIndex();
    if (at >= characters.length) {
      out += '%!(NOVERB)';
      break;
    }
    const verb = characters[at++] ?? '';
    if (verb === '%') out += '%';
    else if (directive.badIndex) out += `%!${verb}(BADINDEX)`;
    else if (next >= args.length) out += `%!${verb}(MISSING)`;
    else out += directive.print(args[next++] ?? null, verb);
  }
  if (!reordered && next < args.length) {
    const extra = args.slice(next).map((arg) => (arg === null ? '<nil>' : `${typeName(arg)}=${shown(arg)}`));
    out += `%!(EXTRA ${extra.join(', ')})`;
  }
  return out;
}

/** The flags of one `%` and how values are written by them. Upstream: fmt/print.go, fmt/format.go. */
class Directive {
  badIndex = false;
  precision: number | undefined;
  #width = 0;
  #plus = false;
  #minus = false;
  #sharp = false;
  #space = false;
  #zero = false;

  flag(character: string): void {
    if (character === '#') this.#sharp = true;
    if (character === '0') this.#zero = true;
    if (character === '+') this.#plus = true;
    if (character === ' ') this.#space = true;
    if (character === '-') this.#minus = true;
  }

  setWidth(width: number): void {
    if (width < 0) this.#minus = true;
    this.#width = Math.abs(width);
  }

  print(value: GoAny, verb: string): string {
    if (value === null) return verb === 'T' || verb === 'v' ? this.#padded('<nil>') : `%!${verb}(<nil>)`;
    if (verb === 'T') return this.#text(typeName(value), 's', value);
    return this.#value(value, verb, 0);
  }

  #value(value: GoAny, verb: string, depth: number): string {
    if (value === null) {
      const nil = this.#sharp && verb === 'v' ? 'interface {}(nil)' : '<nil>';
      return depth > 0 ? nil : this.#padded(nil);
    }
    if (typeof value === 'boolean') {
      return verb === 't' || verb === 'v' ? this.#padded(String(value)) : this.#bad(value, verb);
    }
    if (typeof value === 'string') return this.#text(value, verb, value);
    if (typeof value === 'number') return this.#float(value, verb);
    const whole = wholeNumber(value);
    if (whole !== undefined) return this.#integer(whole, verb, value);
    if (isMap(value as never)) return this.#map(value as ReadonlyMap<string, GoAny>, verb, depth);
    return isList(value as never) ? this.#list(value as readonly GoAny[], verb, depth) : '';
  }

  #map(map: ReadonlyMap<string, GoAny>, verb: string, depth: number): string {
    const isSyntax = this.#sharp && verb === 'v';
    const entries = sortedKeys(map as never).map(
      (key) => `${this.#value(key, verb, depth + 1)}:${this.#value(map.get(key) ?? null, verb, depth + 1)}`,
    );
    return isSyntax ? `map[string]interface {}{${entries.join(', ')}}` : `map[${entries.join(' ')}]`;
  }

  #list(list: readonly GoAny[], verb: string, depth: number): string {
    const items = list.map((item) => this.#value(item, verb, depth + 1));
    return this.#sharp && verb === 'v' ? `[]interface {}{${items.join(', ')}}` : `[${items.join(' ')}]`;
  }

  #bad(value: GoAny, verb: string): string {
    return `%!${verb}(${typeName(value)}=${shown(value)})`;
  }

  #text(text: string, verb: string, value: GoAny): string {
    const cut = this.precision === undefined ? text : [...text].slice(0, this.precision).join('');
    switch (verb) {
      case 'v':
        return this.#padded(this.#sharp ? this.#quoted(cut) : cut);
      case 's':
        return this.#padded(cut);
      case 'q':
        return this.#padded(this.#quoted(cut));
      case 'x':
      case 'X': {
        const bytes = [...utf8(text)].slice(0, this.precision);
        const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0'));
        const prefix = this.#sharp && hex.length > 0 ? '0x' : '';
        const joined = this.#space ? hex.map((each) => `${prefix}${each}`).join(' ') : `${prefix}${hex.join('')}`;
        return this.#padded(verb === 'X' ? joined.toUpperCase() : joined);
      }
      default:
        return this.#bad(value, verb);
    }
  }

  #quoted(text: string): string {
    if (this.#sharp && !text.includes('`') && /^[^\p{Cc}]*$/u.test(text.replaceAll('\t', ''))) return `\`${text}\``;
    return quote(text);
  }

  #integer(value: bigint, verb: string, of: GoAny): string {
    const magnitude = value < 0n ? -value : value;
    switch (verb) {
      case 'v':
        if (this.#sharp && of instanceof GoInt && of.type === 'uint8') return this.#padded(`0x${value.toString(16)}`);
        return this.#number(value, magnitude.toString(), '');
      case 'd':
        return this.#number(value, magnitude.toString(), '');
      case 'b':
        return this.#number(value, magnitude.toString(2), this.#sharp ? '0b' : '');
      case 'o':
      case 'O':
        return this.#number(value, magnitude.toString(8), verb === 'O' ? '0o' : this.#sharp ? '0' : '');
      case 'x':
        return this.#number(value, magnitude.toString(16), this.#sharp ? '0x' : '');
      case 'X':
        return this.#number(value, magnitude.toString(16).toUpperCase(), this.#sharp ? '0X' : '');
      case 'c':
        return this.#padded(characterOf(value));
      case 'q':
        return this.#padded(`'${quote(characterOf(value)).slice(1, -1).replace("'", "\\'").replace('\\"', '"')}'`);
      case 'U': {
        const code = `U+${value
          .toString(16)
          .toUpperCase()
          .padStart(Math.max(4, this.precision ?? 0), '0')}`;
        return this.#padded(this.#sharp ? `${code} '${characterOf(value)}'` : code);
      }
      default:
        return this.#bad(of, verb);
    }
  }

  #number(value: bigint, digits: string, prefix: string): string {
    const sign = value < 0n ? '-' : this.#plus ? '+' : this.#space ? ' ' : '';
    let shownDigits = this.precision === 0 && value === 0n ? '' : digits;
    if (this.precision !== undefined) shownDigits = shownDigits.padStart(this.precision, '0');
    else if (this.#zero && !this.#minus) shownDigits = shownDigits.padStart(this.#width - sign.length, '0');
    return this.#padded(`${sign}${prefix}${shownDigits}`, ' ');
  }

  #float(value: number, verb: string): string {
    const written = floatText(Math.abs(value), verb, this.precision);
    if (written === undefined) return this.#bad(value, verb);
    const negative = value < 0 || Object.is(value, -0);
    const sign = negative ? '-' : this.#plus ? '+' : this.#space ? ' ' : '';
    const zeros = this.#zero && !this.#minus && Number.isFinite(value);
    return this.#padded(sign + (zeros ? written.padStart(this.#width - sign.length, '0') : written), ' ');
  }

  #padded(text: string, filler = this.#zero && !this.#minus ? '0' : ' '): string {
    const missing = filler.repeat(Math.max(0, this.#width - [...text].length));
    return this.#minus ? `${text}${missing}` : `${missing}${text}`;
  }
}

function characterOf(value: bigint): string {
  const valid = value >= 0n && value <= 0x10ffffn && !(value >= 0xd800n && value < 0xe000n);
  return valid ? String.fromCodePoint(Number(value)) : '\ufffd';
}

/** A float that is not negative; undefined for verbs that floats do not have. Upstream: Go's strconv.FormatFloat. */
function floatText(value: number, verb: string, precision: number | undefined): string | undefined {
  if (!'vgGeEfF'.includes(verb)) return undefined;
  if (!Number.isFinite(value)) return formatDouble(value).replace('+', '');
  const exponent = (text: string) => text.replace(/e([+-])(\d)$/, 'e$10$2');
  const cased = (text: string) => (verb === 'E' || verb === 'G' ? text.toUpperCase() : text);
  if (verb === 'e' || verb === 'E') return cased(exponent(value.toExponential(Math.min(precision ?? 6, 100))));
  if (verb === 'f' || verb === 'F') return fixed(value, precision ?? 6);
  if (precision === undefined) return cased(formatDouble(value));
  const digits = Math.min(precision === 0 ? 1 : precision, 100);
  const [mantissa = '', power = '0'] = value.toExponential(digits - 1).split('e');
  const trimmed = mantissa.includes('.') ? mantissa.replace(/\.?0+$/, '') : mantissa;
  if (Number(power) < -4 || Number(power) >= digits) {
    return cased(exponent(`${trimmed}e${power.startsWith('-') ? power : `+${power.replace('+', '')}`}`));
  }
  const plain = value.toFixed(Math.max(0, digits - 1 - Number(power)));
  return plain.includes('.') ? plain.replace(/\.?0+$/, '') : plain;
}

/** Exact digits behind the point, also of large numbers, which ECMAScript writes with an exponent. */
function fixed(value: number, precision: number): string {
  if (value >= 1e21) return BigInt(value).toString() + (precision > 0 ? `.${'0'.repeat(precision)}` : '');
  const most = Math.min(precision, 100);
  return value.toFixed(most) + '0'.repeat(precision - most);
}
