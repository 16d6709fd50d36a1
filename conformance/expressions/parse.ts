/** A regular expression as far as texts that tire it can be made of it. */
export type Part =
  | { readonly kind: 'text'; readonly text: string }
  /** One of some characters; those that it may be, as examples. */
  | { readonly kind: 'set'; readonly examples: readonly string[] }
  | { readonly kind: 'sequence'; readonly parts: readonly Part[] }
  | { readonly kind: 'choice'; readonly ways: readonly Part[] }
  /** Something any number of times, or up to so many that it makes no difference. */
  | { readonly kind: 'run'; readonly of: Part }
  | { readonly kind: 'nothing' };

/** Repeated at most so often, a part counts as a run. */
const manyTimes = 50;

/** Reads the source of a regular expression that the engine itself has accepted. */
export function parseExpression(source: string): Part {
  let at = 0;
  const peek = () => source[at];
  const take = () => source[at++] ?? '';

  const choice = (): Part => {
    const ways = [sequence()];
    while (peek() === '|') {
      take();
      ways.push(sequence());
    }
    const [only] = ways;
    return ways.length === 1 && only !== undefined ? only : { kind: 'choice', ways };
  };

  const sequence = (): Part => {
    const parts: Part[] = [];
    while (at < source.length && peek() !== '|' && peek() !== ')') parts.push(quantified(atom()));
    return { kind: 'sequence', parts };
  };

  const quantified = (part: Part): Part => {
    const [written, least, comma, most] = /^(?:[*+?]|\{(\d+)(,?)(\d*)\})/.exec(source.slice(at)) ?? [];
    if (written === undefined) return part;
    at += written.length;
    if (peek() === '?') take();
    if (written === '?') return { kind: 'choice', ways: [part, { kind: 'nothing' }] };
    const upTo =
      comma === '' ? Number(least) : most === '' || most === undefined ? Number.POSITIVE_INFINITY : Number(most);
    if (written === '*' || written === '+' || upTo >= manyTimes) return { kind: 'run', of: part };
    return { kind: 'sequence', parts: Array.from({ length: Math.max(1, Number(least)) }, () => part) };
  };

  const atom = (): Part => {
    const character = take();
    switch (character) {
      case '(': {
        const looks = /^\?(?:<?[=!])/.exec(source.slice(at));
        const opening = looks ?? /^\?(?::|<[^>]*>)/.exec(source.slice(at));
        at += opening?.[0].length ?? 0;
        const inside = choice();
        take();
        return inside;
      }
      case '[':
        return set();
      case '.':
        return { kind: 'set', examples: ['a', ' ', '.'] };
      case '^':
      case '$':
        return { kind: 'nothing' };
      case '\\':
        return escaped();
      default:
        return { kind: 'text', text: character };
    }
  };

  const set = (): Part => {
    const negated = peek() === '^';
    if (negated) take();
    const examples: string[] = [];
    while (at < source.length && peek() !== ']') {
      if (take() !== '\\') {
        examples.push(source[at - 1] ?? '');
        continue;
      }
      const part = escaped();
      if (part.kind === 'text') examples.push(part.text);
      if (part.kind === 'set') examples.push(...part.examples);
    }
    take();
    if (!negated) return { kind: 'set', examples: examples.slice(0, 6) };
    return { kind: 'set', examples: ['a', ' ', '0', '-', '"', '\\'].filter((each) => !examples.includes(each)) };
  };

  const escaped = (): Part => {
    const character = take();
    const hex = /^(?:u\{([0-9a-fA-F]+)\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2}))/.exec(source.slice(at - 1));
    if (hex !== null) {
      at += hex[0].length - 1;
      return { kind: 'text', text: String.fromCodePoint(Number.parseInt(hex[1] ?? hex[2] ?? hex[3] ?? '', 16)) };
    }
    switch (character) {
      case 's':
        return { kind: 'set', examples: [' ', '\n', '\t'] };
      case 'S':
        return { kind: 'set', examples: ['a', '-'] };
      case 'd':
        return { kind: 'set', examples: ['0'] };
      case 'D':
        return { kind: 'set', examples: ['a', ' '] };
      case 'w':
        return { kind: 'set', examples: ['a', '0', '_'] };
      case 'W':
        return { kind: 'set', examples: [' ', '-'] };
      case 'b':
      case 'B':
        return { kind: 'nothing' };
      case 'n':
        return { kind: 'text', text: '\n' };
      case 'r':
        return { kind: 'text', text: '\r' };
      case 't':
        return { kind: 'text', text: '\t' };
      case 'k':
        while (at < source.length && take() !== '>');
        return { kind: 'nothing' };
      case 'p':
      case 'P':
        while (at < source.length && take() !== '}');
        return { kind: 'set', examples: ['a', 'é', ' '] };
      default:
        return /[1-9]/.test(character) ? { kind: 'nothing' } : { kind: 'text', text: character };
    }
  };

  return choice();
}
