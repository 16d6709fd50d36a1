/** What the messages of a language need to be put together. */
export interface Forms {
  /** A number with its groups: `12,345`. */
  readonly number: (value: number) => string;
  /** Chooses by a number: `=0` before the category of the language's plural rules, else `other`. */
  readonly plural: (count: number, branches: Branches) => string;
  /** Chooses by a code, else `other`. */
  readonly select: (code: string | number | boolean, branches: Branches) => string;
  /** A name or a value beside Chinese characters: with a space at each end that is not Chinese itself. */
  readonly spaced: (value: string | number, before: boolean, after: boolean) => string;
}

type Branches = Readonly<Record<string, string>> & { readonly other: string };

/** Chinese characters and full-width punctuation, which take no space beside each other. */
const wide = /[\u2014-\u201d\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]/;

/** Returns the forms of a language by its BCP 47 code. */
export function formsOf(code: string): Forms {
  const numbers = once(() => new Intl.NumberFormat(code));
  const rules = once(() => new Intl.PluralRules(code));
  return {
    number: (value) => numbers().format(value),
    plural: (count, branches) => branches[`=${count}`] ?? branches[rules().select(count)] ?? branches.other,
    select: (name, branches) =>
      (Object.hasOwn(branches, `${name}`) ? branches[`${name}`] : undefined) ?? branches.other,
    spaced: (value, before, after) => {
      const text = `${value}`;
      return `${before ? gapBy(text[0]) : ''}${text}${after ? gapBy(text.at(-1)) : ''}`;
    },
  };
}

/** Makes a thing when it is first needed: a page that counts nothing asks nothing of `Intl`. */
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function gapBy(neighbour: string | undefined): string {
  return neighbour === undefined || wide.test(neighbour) ? '' : ' ';
}
