import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Arguments, argumentsOf, type Message, readMessage } from './message.ts';

/** A message, or a group of them by keys. */
export type Entry =
  | { readonly kind: 'message'; readonly message: Message; readonly arguments: Arguments }
  | { readonly kind: 'group'; readonly entries: Entries };

/** What one file of messages holds, by key. */
export type Entries = ReadonlyMap<string, Entry>;

/** One folder of messages. */
export interface Language {
  /** The BCP 47 code, which is the name of the folder. */
  readonly code: string;
  /** What the language calls itself. */
  readonly name: string;
  /** Whether names and numbers inside a sentence are set off by spaces where the text has none, as in Chinese. */
  readonly spaced: boolean;
  /** The files, by the name of the feature. */
  readonly features: ReadonlyMap<string, Entries>;
}

/** What was read, and a sentence for everything that is wrong with it. */
export interface Read {
  readonly languages: readonly Language[];
  readonly problems: readonly string[];
}

/** The language that the others are translated from. */
export const source = 'en';

/** Reads a folder of languages, the source first. */
export function readLanguages(folder: string): Read {
  const problems: string[] = [];
  const codes = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const sorted = codes
    .map(({ name }) => name)
    .sort((a, b) => Number(b === source) - Number(a === source) || order(a, b));
  const languages = sorted.map((code) => readLanguage(folder, code, problems));
  const [english, ...others] = languages;
  for (const language of others) if (english !== undefined) problems.push(...differences(english, language));
  return { languages, problems };
}

function readLanguage(folder: string, code: string, problems: string[]): Language {
  const features = new Map<string, Entries>();
  for (const file of readdirSync(join(folder, code)).sort(order)) {
    if (file === 'language.json' || !file.endsWith('.json')) continue;
    const at = `${code}/${file}`;
    features.set(file.slice(0, -'.json'.length), readEntries(json(join(folder, code, file)), at, '', problems));
  }
  const about = json(join(folder, code, 'language.json'));
  const { name, spaced } = about;
  if (typeof name !== 'string') problems.push(`${code}/language.json does not say what the language calls itself.`);
  return { code, name: String(name), spaced: spaced === true, features };
}

function json(path: string): Readonly<Record<string, unknown>> {
  return JSON.parse(readFileSync(path, 'utf8'));
}

function readEntries(texts: object, file: string, before: string, problems: string[]): Entries {
  const entries = new Map<string, Entry>();
  for (const [key, text] of Object.entries(texts)) {
    const path = `${before}${key}`;
    if (typeof text === 'object' && text !== null)
      entries.set(key, { kind: 'group', entries: readEntries(text, file, `${path}.`, problems) });
    else if (typeof text !== 'string') problems.push(`${file}: ${path} is neither a message nor a group of messages.`);
    else
      try {
        const message = readMessage(text);
        entries.set(key, { kind: 'message', message, arguments: argumentsOf(message) });
      } catch (error) {
        problems.push(`${file}: ${path} cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
      }
  }
  return entries;
}

/** Says where a language has other messages than the source, or messages with other arguments. */
function differences(english: Language, other: Language): readonly string[] {
  const names = [...new Set([...english.features.keys(), ...other.features.keys()])];
  return names.flatMap((name) => {
    const [here, there] = [english.features.get(name), other.features.get(name)];
    const file = `${other.code}/${name}.json`;
    if (there === undefined) return [`${file} is missing.`];
    if (here === undefined) return [`${file} is superfluous: there is no ${source}/${name}.json.`];
    return differencesOf(here, there, file, '');
  });
}

function differencesOf(here: Entries, there: Entries, file: string, before: string): readonly string[] {
  return [...new Set([...here.keys(), ...there.keys()])].flatMap((key) => {
    const [own, other] = [here.get(key), there.get(key)];
    const path = `${before}${key}`;
    if (other === undefined) return [`${file}: ${path} is missing.`];
    if (own === undefined) return [`${file}: ${path} is superfluous: ${source} does not have it.`];
    if (own.kind === 'group' && other.kind === 'group')
      return differencesOf(own.entries, other.entries, file, `${path}.`);
    if (own.kind === 'group' || other.kind === 'group')
      return [`${file}: ${path} is a ${other.kind}, and in ${source} a ${own.kind}.`];
    return differentArguments(own.arguments, other.arguments).map((said) => `${file}: ${path} ${said}.`);
  });
}

function differentArguments(here: Arguments, there: Arguments): readonly string[] {
  return [...new Set([...here.keys(), ...there.keys()])].flatMap((name) => {
    const [own, other] = [here.get(name), there.get(name)];
    if (other === undefined) return [`does not use {${name}}`];
    if (own === undefined) return [`uses {${name}}, which ${source} does not have`];
    // What is put in as it is can be anything that prints.
    const prints = other === 'string | number' && /^(?:number|string|'[^|]*'(?: \| '[^|]*')*)$/.test(own);
    return own === other || prints ? [] : [`takes {${name}} as ${other}, and ${source} as ${own}`];
  });
}

function order(a: string, b: string): number {
  return a < b ? -1 : 1;
}
