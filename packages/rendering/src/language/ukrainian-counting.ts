const plurals = new Intl.PluralRules('uk');

/** The form of a word that fits a number: `1 поле`, `2 поля`, `5 полів`. */
export function formOf(count: number, one: string, few: string, many: string): string {
  const category = plurals.select(count);
  return category === 'one' ? one : category === 'few' ? few : many;
}

type Noun = 'field' | 'entry' | 'step' | 'conflict';

/** Nouns after 1, 2–4 and 5 and more; nominative and accusative are the same for all of them. */
const nouns: Readonly<Record<Noun, readonly [one: string, few: string, many: string]>> = {
  field: ['поле', 'поля', 'полів'],
  entry: ['запис', 'записи', 'записів'],
  step: ['крок', 'кроки', 'кроків'],
  conflict: ['конфлікт', 'конфлікти', 'конфліктів'],
};

/** A number with its noun. */
export function countOf(count: number, noun: Noun): string {
  return `${count} ${formOf(count, ...nouns[noun])}`;
}

/** A number of fields in the genitive: `для 1 поля`, `для 3 полів`. */
export function ofFields(count: number): string {
  return `${count} ${formOf(count, 'поля', 'полів', 'полів')}`;
}

/** Bytes as people read them. */
export function bytesOf(bytes: number): string {
  return bytes < 1000 ? `${bytes} Б` : `${(bytes / 1000).toFixed(1).replace('.', ',')} КБ`;
}

/** Names in a row: `a, b і c`. */
export function listOf(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} і ${last}`;
}
