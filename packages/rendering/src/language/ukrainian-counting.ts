const plurals = new Intl.PluralRules('uk');

/** The form of a word that fits a number: `1 поле`, `2 поля`, `5 полів`. */
export function formOf(count: number, one: string, few: string, many: string): string {
  const category = plurals.select(count);
  return category === 'one' ? one : category === 'few' ? few : many;
}

/** A number of fields in the genitive: `для 1 поля`, `для 3 полів`. */
export function ofFields(count: number): string {
  return `${count} ${formOf(count, 'поля', 'полів', 'полів')}`;
}
