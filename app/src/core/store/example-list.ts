import texts from 'virtual:example-texts';
import list, { groups } from 'virtual:examples';
import { fetchTwice } from '../code/fetch-twice.ts';

/** What the gallery shows of an example. The scenario itself is fetched when it is opened. */
export interface ExampleInfo {
  /** The name in links, `#x/<name>`. */
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly steps: number;
  /** The id of its group in the gallery. */
  readonly group: string;
  /** Words by which the search finds it beside its title and sentences: issues, tools, parts of error texts. */
  readonly search: readonly string[];
  /** The notes of its steps, in another language than English. */
  readonly notes?: string;
}

/** All examples in the gallery's order, in the language that was set last. To be read while drawing. */
export let examples: readonly ExampleInfo[] = list;

/** The ids of the gallery's groups in their order. */
export const exampleGroups: readonly string[] = groups;

let language = 'en';

/** Sets the language of the list. What cannot be fetched in it stays in English. */
export async function setListLanguage(code: string): Promise<void> {
  if (code === language) return;
  language = code;
  const load = texts[code];
  const translated = load && (await fetchTwice(load).catch(() => undefined));
  if (language === code) examples = list.map((example) => ({ ...example, ...translated?.default[example.name] }));
}
