import { floatText, quote, quoteRune, sortedKeys, utf8, type ValueMap } from '@managed-fields/merge-engine';
import { type GoAny, GoComplex, GoInt, isGoList, isGoMap, typeName, wholeNumber } from './go-value.ts';

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

/**
 * Values by a format. The place in memory that `%p` prints of a map or list is made up.
 * Upstream: Go's fmt.Sprintf.
 */
export function sprintf(format: string, args: readonly GoAny[]): string {
  const characters = [...format];
  const end = characters.length;
  let [out, at, next, reordered] = ['', 0, 0, false];
  /** A number in the format; one that is too large takes all that follows with it. Upstream: fmt/print.go parsenum. */
  const digits = (): number | undefined => {
    let [number, found] = [0, false];
    for (let digit = characters[at]; digit !== undefined && '0123456789'.includes(digit); digit = characters[++at]) {
      if (number > largest) {
        at = end;
        return undefined;
      }
      [number, found] = [10 * number + Number(digit), true];
    }
    return found ? number : undefined;
  };
  const star = (): number | undefined => {
    at++;
    const value = wholeNumber(args[next++] ?? null);
    return value !== undefined && value >= -largest && value <= largest ? Number(value) : undefined;
  };
  for (let character = characters[at++]; character !== undefined; character = characters[at++]) {
    if (character !== '%') {
      out += character;
      continue;
    }
    const directive = new Directive();
    let badIndex = false;
    for (let flag = characters[at]; flag !== undefined && '#0+- '.includes(flag); flag = characters[++at]) {
      directive.flag(flag);
    }
    /** Reads the place of the next value, `[2]`; whether a number stands there. */
    const takeIndex = () => {
      if (characters[at] !== '[') return false;
      reordered = true;
      // Two characters at the end are too few to be looked into.
      const closing = end - at < 3 ? -1 : characters.indexOf(']', at);
      const text = characters.slice(at + 1, closing).join('');
      at = closing === -1 ? at + 1 : closing + 1;
      const number = /^[0-9]+$/.test(text) && closing !== -1 ? Number(text) : undefined;
      if (number !== undefined && number >= 1 && number <= args.length) next = number - 1;
      else badIndex = true;
      return number !== undefined && number <= 10 * largest + 9;
    };
    let afterIndex = takeIndex();
    if (characters[at] === '*') {
      const width = star();
      if (width === undefined) out += '%!(BADWIDTH)';
      else directive.setWidth(width);
      afterIndex = false;
    } else {
      const width = digits();
      if (width !== undefined) directive.setWidth(width);
      if (afterIndex && width !== undefined) badIndex = true;
    }
    // A dot at the end is the verb.
    if (characters[at] === '.' && at + 1 < end) {
      at++;
      if (afterIndex) badIndex = true;
      afterIndex = takeIndex();
      if (characters[at] === '*') {
        const precision = star();
        if (precision === undefined || precision < 0) out += '%!(BADPREC)';
        else directive.precision = precision;
        afterIndex = false;
      } else directive.precision = digits() ?? 0;
    }
    if (!afterIndex) takeIndex();
    const verb = characters[at++];
    if (verb === undefined) {
      out += '%!(NOVERB)';
      break;
    }
    if (verb === '%') out += '%';
    else if (badIndex) out += `%!${verb}(BADINDEX)`;
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
  precision: number | undefined;
  #width = 0;
  #plus = false;
  #minus = false;
  #sharp = false;
  #space = false;
  #zero = false;
  /** `%#v`: values as Go's source would have them. */
  #isSyntax = false;

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
    // With %v and %w the signs + and # ask for something else than with numbers.
    if (verb === 'v' || verb === 'w') [this.#isSyntax, this.#sharp, this.#plus] = [this.#sharp, false, false];
    if (value === null) return verb === 'T' || verb === 'v' ? this.#padded('<nil>') : `%!${verb}(<nil>)`;
    if (verb === 'T') return this.#text(typeName(value), 's', value);
    if (verb === 'p' && (isGoMap(value) || isGoList(value)))
      return this.#number(madeUpPlace, 16, this.#sharp ? '' : '0x');
    return this.#value(value, verb);
  }

  #value(value: GoAny, verb: string): string {
    if (value === null) return this.#isSyntax ? 'interface {}(nil)' : '<nil>';
    if (typeof value === 'boolean') {
      return verb === 't' || verb === 'v' ? this.#padded(String(value)) : this.#bad(value, verb);
    }
    if (typeof value === 'string') return this.#text(value, verb, value);
    if (typeof value === 'number') return this.#float(value, verb);
    if (value instanceof GoComplex) return this.#complex(value, verb);
    const whole = wholeNumber(value);
    if (whole !== undefined) return this.#integer(whole, verb, value);
    if (verb === 'w') return this.#bad(value, verb);
    return isGoMap(value) ? this.#map(value, verb) : this.#list(value as readonly GoAny[], verb);
  }

  #map(map: ValueMap, verb: string): string {
    const entries = sortedKeys(map).map(
      (key) => `${this.#value(key, verb)}:${this.#value(map.get(key) ?? null, verb)}`,
    );
    return this.#isSyntax ? `map[string]interface {}{${entries.join(', ')}}` : `map[${entries.join(' ')}]`;
  }

  #list(list: readonly GoAny[], verb: string): string {
    const items = list.map((item) => this.#value(item, verb));
    return this.#isSyntax ? `[]interface {}{${items.join(', ')}}` : `[${items.join(' ')}]`;
  }

  /** A value that the verb does not fit, by the same flags. */
  #bad(value: GoAny, verb: string): string {
    return `%!${verb}(${typeName(value)}=${this.#value(value, 'v')})`;
  }

  #text(text: string, verb: string, value: GoAny): string {
    const cut = [...text].slice(0, this.precision).join('');
    switch (verb) {
      case 'v':
        return this.#padded(this.#isSyntax ? this.#quoted(cut) : cut);
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
    if (this.#sharp && /^(?:\t|[^`\ufeff\p{Cc}])*$/u.test(text)) return `\`${text}\``;
    return this.#plus ? inAscii(quote(text)) : quote(text);
  }

  #integer(value: bigint, verb: string, of: GoAny): string {
    switch (verb) {
      case 'v':
        if (this.#isSyntax && of instanceof GoInt && of.type === 'uint8') return this.#number(value, 16, '0x');
        return this.#number(value, 10, '');
      case 'd':
        return this.#number(value, 10, '');
      case 'b':
        return this.#number(value, 2, this.#sharp ? '0b' : '');
      case 'o':
        return this.#number(value, 8, this.#sharp ? '0' : '');
      case 'O':
        return this.#number(value, 8, this.#sharp ? '0o0' : '0o');
      case 'x':
        return this.#number(value, 16, this.#sharp ? '0x' : '');
      case 'X':
        return this.#number(value, 16, this.#sharp ? '0X' : '').toUpperCase();
      case 'c':
        return this.#padded(characterOf(value));
      case 'q': {
        const quoted = quoteRune(characterOf(value));
        return this.#padded(this.#plus ? inAscii(quoted) : quoted);
      }
      case 'U': {
        const digits = BigInt.asUintN(64, value).toString(16).toUpperCase();
        const code = `U+${digits.padStart(Math.max(4, this.precision ?? 0), '0')}`;
        const character = characterOf(value);
        const isShown = this.#sharp && isPrint.test(character) && BigInt(character.codePointAt(0) ?? 0) === value;
        return this.#padded(isShown ? `${code} '${character}'` : code, ' ');
      }
      default:
        return this.#bad(of, verb);
    }
  }

  #number(value: bigint, base: number, prefix: string): string {
    if (this.precision === 0 && value === 0n) return this.#padded('', ' ');
    const sign = value < 0n ? '-' : this.#plus ? '+' : this.#space ? ' ' : '';
    const digits = value.toString(base).replace('-', '');
    const least = this.precision ?? (this.#zero && !this.#minus ? this.#width - sign.length : 0);
    const all = digits.padStart(least, '0');
    // A zero that is there already is the one of octal numbers.
    const before = all.startsWith('0') ? prefix.replace(/0$/, '') : prefix;
    return this.#padded(`${sign}${before}${all}`, ' ');
  }

  #float(value: number, verb: string): string {
    if (!floatVerbs.includes(verb)) return this.#bad(value, verb);
    const sign = value < 0 || Object.is(value, -0) ? '-' : this.#plus ? '+' : this.#space ? ' ' : '';
    const text = floatText(Math.abs(value), verb === 'v' ? 'g' : verb, this.precision);
    const written = this.#sharp && verb !== 'b' ? this.#withPoint(text, verb) : text;
    const least = this.#zero && !this.#minus ? this.#width - sign.length : 0;
    return this.#padded(`${sign}${written.padStart(least, '0')}`, ' ');
  }

  /** Both parts of a complex number, the second with its sign. Upstream: fmt/print.go fmtComplex. */
  #complex(value: GoComplex, verb: string): string {
    if (!floatVerbs.includes(verb)) return this.#bad(value, verb);
    const real = this.#float(value.real, verb);
    const plus = this.#plus;
    this.#plus = true;
    const imaginary = this.#float(value.imaginary, verb);
    this.#plus = plus;
    return `(${real}${imaginary}i)`;
  }

  /** A float with its point and, of `%g` and `%x`, with zeros at its end. Upstream: fmt/format.go fmtFloat. */
  #withPoint(text: string, verb: string): string {
    const [exponent = ''] = /[ep][+-].*/i.exec(text) ?? [];
    const number = text.slice(0, text.length - exponent.length);
    const wanted = 'vgGx'.includes(verb) ? (this.precision ?? 6) : 0;
    const significant = number.replace('.', '').replace(/^0*/, '').length + (number === '0' ? 1 : 0);
    const pointed = number.includes('.') ? number : `${number}.`;
    return `${pointed}${'0'.repeat(Math.max(0, wanted - significant))}${exponent}`;
  }

  #padded(text: string, filler = this.#zero && !this.#minus ? '0' : ' '): string {
    const missing = filler.repeat(Math.max(0, this.#width - [...text].length));
    return this.#minus ? `${text}${missing}` : `${missing}${text}`;
  }
}

const floatVerbs = 'vbgGxXeEfF';
const madeUpPlace = 0xc00001234560n;
const isPrint = /[\p{L}\p{M}\p{N}\p{P}\p{S} ]/u;

/** A quoted text with the characters beyond ASCII escaped. Upstream: Go's strconv.QuoteToASCII. */
function inAscii(quoted: string): string {
  return quoted.replace(/[^\0-\x7f]/gu, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16);
    return code.length > 4 ? `\\U${code.padStart(8, '0')}` : `\\u${code.padStart(4, '0')}`;
  });
}

function characterOf(value: bigint): string {
  const valid = value >= 0n && value <= 0x10ffffn && !(value >= 0xd800n && value < 0xe000n);
  return valid ? String.fromCodePoint(Number(value)) : '\ufffd';
}
