import type { TextRange } from '@managed-fields/source';
import { isPlainOption, isSecretField, isSecretVariable, isStandIn } from './names.ts';
import { ordinaryWords, programTable, type SecretArguments } from './program-table.ts';

/** The same as the table has it, by the name of the program. */
interface Arguments extends Omit<SecretArguments, 'values' | 'joined'> {
  readonly values: readonly string[];
  readonly joined: readonly string[];
}

const byName = new Map<string, readonly Arguments[]>();
const byStart: (readonly [start: string, own: readonly Arguments[]])[] = [];
for (const [names, ...own] of programTable) {
  const read = own.map((each) => ({ ...each, values: listOf(each.values), joined: listOf(each.joined) }));
  for (const name of listOf(names)) {
    if (name.endsWith('*')) byStart.push([name.slice(0, -1), read]);
    else byName.set(name, read);
  }
}

function listOf(words: string | undefined): readonly string[] {
  return words === undefined ? [] : words.split(' ');
}

/** What is known of a program by its name. */
function argumentsOf(name: string): readonly Arguments[] {
  return [...(byName.get(name) ?? []), ...byStart.flatMap(([start, own]) => (name.startsWith(start) ? own : []))];
}

/** A secret among the words of a command: which word, and where in it. */
export interface SecretWord extends TextRange {
  readonly word: number;
}

/**
 * Finds the secrets among the words of a command line: values of options whose name says so (`--db-password X`, `-pass=X`),
 * and those that only who knows the program sees (`curl -u a:X`, `mysql -pX`). The words may begin with a shell or a path.
 */
export function secretWords(words: readonly string[]): readonly SecretWord[] {
  const byProgram = words.flatMap((word, index) => {
    const name = word.slice(word.lastIndexOf('/') + 1);
    return argumentsOf(name).flatMap((own) => wordsOf(own, words, index + 1));
  });
  const byOption = words.flatMap((word, index): readonly SecretWord[] => {
    const option = secretOption(word, words[index + 1]);
    const password = passwordBehind(word, words[index + 1]) ?? propertyValue(words, index + 1);
    return [
      ...(option === undefined ? [] : [{ ...option, word: option.next ? index + 1 : index }]),
      ...(password === undefined ? [] : [{ ...password, word: index + 1 }]),
    ];
  });
  const found: SecretWord[] = [];
  // Who knows the program knows best which part of a word is the secret.
  for (const each of [...byProgram, ...byOption]) {
    const { word, from, to } = each;
    const isNew = !found.some((other) => other.word === word && from < other.to && other.from < to);
    if (isNew && to > from) found.push(each);
  }
  return found.filter(({ word, from, to }) => !isStandIn((words[word] ?? '').slice(from, to)));
}

/** The value of an option that is called after a secret: in its own word, or the next one. */
function secretOption(word: string, next: string | undefined): (TextRange & { readonly next: boolean }) | undefined {
  const [whole = '', name = '', equals] = /^(?:--?|\/)([A-Za-z][\w.-]{1,100})([=:])?/.exec(word) ?? [];
  const hasValue = equals !== undefined && word.length > whole.length;
  if (name === '' || !isSecretOption(name)) return undefined;
  if (hasValue) return { from: whole.length, to: word.length, next: false };
  if (equals !== undefined || whole.length < word.length || next === undefined) return undefined;
  return /^--?[A-Za-z][A-Za-z-]*(?:=|$)/.test(next) ? undefined : { from: 0, to: next.length, next: true };
}

/** Options whose value is a user and a password: `--login bob:Tulip-Harbor-93`. */
const signIn = /^--?(?:user|login|auth|credentials?|creds|(?:basic|web|http|proxy)-?(?:auth|user))$/i;

/** The password behind a user, where it has letters and digits: `--user 1000:1000` names no password. */
function passwordBehind(option: string, value: string | undefined): TextRange | undefined {
  if (value === undefined || !signIn.test(option)) return undefined;
  const match = /^[\w.@-]{1,60}[:/](?=\S*\d)(?=\S*[A-Za-z])(\S{6,200})$/.exec(value);
  return match === null ? undefined : { from: value.length - (match[1] ?? '').length, to: value.length };
}

/** The value of a property of a user in a kubeconfig: `kubectl config set users.me.token X`. */
function propertyValue(words: readonly string[], value: number): TextRange | undefined {
  const [config, set, property = '', text = ''] = words.slice(value - 3, value + 1);
  if (value < 3 || config !== 'config' || set !== 'set' || !isSecretField(property.split('.').at(-1) ?? ''))
    return undefined;
  return { from: 0, to: text.length };
}

/** Whether an option has the name of a secret, and not that of a Secret, as `--image-pull-secret` has. */
function isSecretOption(name: string): boolean {
  const own = name.replace(/^D(?=[a-z])/, '').replaceAll(':', '.');
  if (isPlainOption(own) || /(?:pull|tls|cert|existing|ref|registry|image)[-_.]?secrets?$/i.test(own)) return false;
  return isSecretField(own) || (isSecretVariable(own) && own.length > 3);
}

function wordsOf(own: Arguments, words: readonly string[], first: number): readonly SecretWord[] {
  const end = words.findIndex((word, index) => index >= first && /^(?:\|{1,2}|&&|;|&)$/.test(word));
  const last = end < 0 ? words.length : end;
  const condition = own.with;
  const begin =
    condition === undefined ? first : words.findIndex((word, at) => at >= first && condition.test(word)) + 1;
  if (begin < first || begin > last) return [];
  const found: SecretWord[] = [];
  const plain: number[] = [];
  for (let index = begin; index < last; index++) {
    const word = words[index] ?? '';
    const [option = '', value] = splitOption(word);
    if (own.values.includes(option)) {
      if (value !== undefined) found.push({ word: index, from: word.length - value.length, to: word.length });
      else if (index + 1 < last) found.push(whole(words, ++index));
      continue;
    }
    const joined = own.joined.find((each) => word.startsWith(each) && word.length > each.length && !/^--/.test(word));
    if (joined !== undefined) found.push({ word: index, from: joined.length, to: word.length });
    const pair = own.pairs?.find(
      ([name]) => name !== '' && (option === name || isBundle(word, name) || isJoinedPair(word, name)),
    );
    if (pair !== undefined) {
      const [name, between] = pair;
      const isNext = word === name || isBundle(word, name);
      if (isNext) index++;
      found.push(
        ...behind(words, index, between, isNext ? 0 : word.length - (value ?? word.slice(name.length)).length),
      );
    } else if (!word.startsWith('-')) {
      plain.push(index);
      const bare = own.pairs?.find(([name]) => name === '');
      if (bare !== undefined) found.push(...behind(words, index, bare[1], 0));
    }
  }
  for (const place of own.places ?? []) {
    const index = plain[place];
    if (index !== undefined) found.push(whole(words, index));
  }
  return found;
}

/** `-sSu`: several options of one letter, the last of which takes a value. */
function isBundle(word: string, name: string): boolean {
  return /^-[A-Za-z]$/.test(name) && /^-[A-Za-z]{2,8}$/.test(word) && word.endsWith(name.slice(1));
}

/** `-ua:b`: an option of one letter with its value. */
function isJoinedPair(word: string, name: string): boolean {
  return /^-[A-Za-z]$/.test(name) && word.startsWith(name) && word.length > 2;
}

function splitOption(word: string): readonly [option: string, value?: string] {
  const at = word.startsWith('-') ? word.indexOf('=') : -1;
  return at < 0 ? [word] : [word.slice(0, at), word.slice(at + 1)];
}

function whole(words: readonly string[], word: number): SecretWord {
  return { word, from: 0, to: (words[word] ?? '').length };
}

/** What stands behind a character of a word, from an offset on: the secret behind a user's name. */
function behind(words: readonly string[], word: number, between: string, start: number): readonly SecretWord[] {
  const text = words[word] ?? '';
  const at = text.indexOf(between, start);
  if (at < 0) return [];
  // `sqlplus user/pass@host`: the host is none of it.
  const host = between === '/' ? text.lastIndexOf('@') : -1;
  return [{ word, from: at + between.length, to: host > at ? host : text.length }];
}

/** A word of a text that can be the name of a program, as it begins a command in a script. */
const programName = /(?<=^|[\s;&|(`"'/=])[A-Za-z\d][\w.-]{1,40}(?=\s)/g;

/** An option with its value, in any command of a text. */
const option =
  /(?<=^|[\s"'`(])(?:--?|\/)([A-Za-z][\w.-]{1,60})(?:[=:]|[ \t]{1,4})(?:"([^"\\\n]{1,300})"|'([^'\n]{1,300})'|((?:[^\s"'`|;&<>()\\]|\\(?![nrt"'])){1,2000}))/dgm;

/** Finds the values of options that are called after a secret, whatever program takes them. */
function optionsIn(text: string): readonly TextRange[] {
  const found: TextRange[] = [];
  for (const match of text.matchAll(option)) {
    const value = match.slice(2).find((each) => each !== undefined) ?? '';
    const range = match.indices?.slice(2).find((each) => each !== undefined);
    if (range === undefined || /^-/.test(value) || !isSecretOption(match[1] ?? '')) continue;
    // `the --token or the TOKEN variable` is a sentence.
    if (/^[a-z]+[.,]?$/.test(value) && !text.slice(match.index, range[0]).includes('=')) continue;
    // In a list of YAML a comma or a bracket follows.
    found.push({ from: range[0], to: range[1] - (/[,\]}]{1,8}$/.exec(value)?.[0].length ?? 0) });
  }
  return found;
}

/** How much of a command is read, in UTF-16 code units and in words. */
const [longestCommand, mostWords] = [2000, 60];

/** Finds the secrets in the commands of a script: those of programs that are known here, and of options by their name. */
export function secretsInScript(text: string): readonly TextRange[] {
  const found: TextRange[] = [...optionsIn(text)];
  let read = 0;
  for (const { 0: name, index: start } of text.matchAll(programName)) {
    // Of several programs in one command the first one reads the words of all.
    if (start < read || ordinaryWords.has(name) || argumentsOf(name).length === 0) continue;
    const words = wordsIn(text, start);
    read = words.at(-1)?.to ?? start;
    for (const { word, from, to } of secretWords(words.map((each) => each.text))) {
      const own = words[word];
      if (own !== undefined) found.push({ from: own.from + from, to: Math.min(own.to, own.from + to) });
    }
  }
  return found;
}

interface Word extends TextRange {
  readonly text: string;
}

/** The words of a command, up to its end: a line break without a backslash, or what ends a command in a shell. */
function wordsIn(text: string, start: number): readonly Word[] {
  const words: Word[] = [];
  const piece = text.slice(start, start + longestCommand);
  const next =
    /(?:\\\r?\n|[ \t]|\\n(?=\s))*(?:"((?:[^"\\\n]|\\[\s\S])*)"|'([^'\n]*)'|((?:"[^"\n]*"|'[^'\n]*'|[^\s"';|&<>()`\\]|\\(?![nrt"'\n]))+))/y;
  while (words.length < mostWords) {
    const match = next.exec(piece);
    if (match === null) break;
    const [, double, single, bare] = match;
    const own = double ?? single ?? bare ?? '';
    const end = start + next.lastIndex - (bare === undefined ? 1 : 0);
    // `-u"a:b"`: the quotes stay, as the offsets are those of the text.
    words.push({ text: own, from: end - own.length, to: end });
  }
  return words;
}
