import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { longer } from '../src/longer.ts';
import { source } from './catalogue.ts';
import { type Message, readMessage } from './message.ts';

/** The code of the language that is made of English: English as in no country. */
export const pseudoCode = 'en-XA';

/** Returns a message of English in the pseudo-language: its arguments, plurals and selects stay. */
export function pseudoMessage(text: string): string {
  return printed(readMessage(text), false);
}

function printed(message: Message, inPlural: boolean): string {
  return message
    .map((part) => {
      if (part.kind === 'text') return quoted(longer(part.text), inPlural);
      if (part.kind === 'argument') return part.grouped ? `{${part.name}, number}` : `{${part.name}}`;
      const counts = inPlural || part.kind === 'plural';
      const branches = [...part.branches].map(([name, said]) => `${name} {${printed(said, counts)}}`);
      return `{${part.name}, ${part.kind}, ${branches.join(' ')}}`;
    })
    .join('');
}

/** A text as it stands in a message: what has a meaning there is in quotes. */
function quoted(text: string, inPlural: boolean): string {
  return text.replaceAll("'", "''").replace(inPlural ? /[{}#]+/g : /[{}]+/g, (signs) => `'${signs}'`);
}

/** Writes the messages of English as those of the pseudo-language, a file a feature, into a folder below another. */
export function writePseudo(messages: string, below: string): string {
  const folder = join(below, pseudoCode);
  mkdirSync(folder, { recursive: true });
  for (const file of readdirSync(join(messages, source)).filter((name) => name.endsWith('.json'))) {
    const texts: object = JSON.parse(readFileSync(join(messages, source, file), 'utf8'));
    const made = file === 'language.json' ? { name: longer('Pseudo') } : pseudoOf(texts);
    writeFileSync(join(folder, file), `${JSON.stringify(made, undefined, 2)}\n`);
  }
  return folder;
}

function pseudoOf(texts: object): object {
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [key, typeof text === 'string' ? pseudoMessage(text) : pseudoOf(text)]),
  );
}
