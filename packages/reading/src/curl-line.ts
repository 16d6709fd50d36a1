import type { PastedCommand } from './pasted-commands.ts';
import { readAddress, readHeaders, readQuery, type WrittenRequest } from './sent-request.ts';

/** Options with a value that does not belong to the request. */
const ignored = new Set([
  ...['--cacert', '--capath', '--cert', '--cert-type', '--key', '--key-type', '--user', '--proxy', '--resolve'],
  ...['--connect-to', '--connect-timeout', '--max-time', '--output', '--write-out', '--cookie', '--cookie-jar'],
  ...['--referer', '--retry', '--retry-delay', '--range', '--interface', '--config', '--oauth2-bearer', '--pass'],
  ...['--dump-header', '--limit-rate', '--unix-socket', '--trace', '--trace-ascii', '--stderr', '--form', '--noproxy'],
  ...['-E', '-u', '-x', '-m', '-o', '-w', '-b', '-c', '-e', '-r', '-K', '-D', '-F', '-Y', '-y', '-z', '-C', '-Q', '-t'],
]);

const long: Readonly<Record<string, string>> = {
  '--request': '-X',
  '--header': '-H',
  '--user-agent': '-A',
  '--data': '-d',
  '--data-ascii': '-d',
  '--data-binary': '--data-binary',
  '--data-raw': '--data-raw',
  '--data-urlencode': '--data-urlencode',
  '--json': '--json',
  '--url': '--url',
  '--get': '-G',
  '--upload-file': '-T',
  '--head': '-I',
};

/** The values of a curl line's options. */
interface Options {
  method?: string;
  address?: string;
  userAgent?: string;
  readonly headers: string[];
  readonly data: string[];
  file?: string;
  inQuery?: boolean;
  json?: boolean;
}

/**
 * Reads the request that a curl command sends; undefined where it names no path of an API. Options that do not change
 * the request (`-k`, `-s`, certificates, tokens) are skipped.
 */
export function readCurl({ programs, input }: PastedCommand): WrittenRequest | undefined {
  const options = readOptions(programs.at(-1)?.slice(1) ?? [], input);
  const target = readAddress(options.address ?? '');
  if (target === undefined) return undefined;
  const headers = readHeaders(options.headers);
  const body = options.data.join('&');
  const hasBody = options.data.length > 0 || options.file !== undefined;
  const userAgent = options.userAgent ?? headers.userAgent;
  const contentType = headers.contentType ?? (options.json === true ? 'application/json' : undefined);
  if (options.inQuery === true) {
    return {
      ...{ method: options.method ?? 'GET', path: target.path, query: [...target.query, ...readQuery(body)] },
      ...(headers.user === undefined ? {} : { user: headers.user }),
    };
  }
  return {
    method: (options.method ?? (hasBody ? 'POST' : 'GET')).toUpperCase(),
    ...target,
    ...(contentType === undefined ? {} : { contentType }),
    ...(userAgent === undefined || userAgent === '' ? {} : { userAgent }),
    ...(headers.user === undefined ? {} : { user: headers.user }),
    ...(body === '' ? {} : { body }),
    ...(options.file === undefined ? {} : { bodyFile: options.file }),
  };
}

function readOptions(words: readonly string[], input: string | undefined): Options {
  const options: Options = { headers: [], data: [] };
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (!word.startsWith('-') || word === '-') {
      options.address ??= word;
      continue;
    }
    const { names, value } = split(word);
    for (const [index, name] of names.entries()) {
      if (!takesValue(name)) {
        if (name === '-G') options.inQuery = true;
        if (name === '-I') options.method ??= 'HEAD';
        continue;
      }
      // The value is the rest of the word, or the next word.
      const rest =
        value ??
        (names
          .slice(index + 1)
          .map((each) => each.slice(1))
          .join('') ||
          undefined);
      if (rest === undefined) at++;
      take(options, name, rest ?? words[at] ?? '', input);
      break;
    }
  }
  return options;
}

/** `-sXPATCH` holds several options; `--request=PATCH` holds an option and its value. */
function split(word: string): { readonly names: readonly string[]; readonly value?: string } {
  if (!word.startsWith('--')) return { names: [...word.slice(1)].map((letter) => `-${letter}`) };
  const equals = word.indexOf('=');
  const name = equals < 0 ? word : word.slice(0, equals);
  return { names: [long[name] ?? name], ...(equals < 0 ? {} : { value: word.slice(equals + 1) }) };
}

const read = new Set([
  '-X',
  '-H',
  '-A',
  '-d',
  '-T',
  '--data-binary',
  '--data-raw',
  '--data-urlencode',
  '--json',
  '--url',
]);

function takesValue(name: string): boolean {
  return read.has(name) || ignored.has(name);
}

function take(options: Options, name: string, value: string, input: string | undefined): void {
  switch (name) {
    case '-X':
      options.method = value;
      return;
    case '-H':
      options.headers.push(value);
      return;
    case '-A':
      options.userAgent = value;
      return;
    case '--url':
      options.address = value;
      return;
    case '-T':
      options.method ??= 'PUT';
      takeFile(options, value, input);
      return;
    case '--json':
      options.json = true;
      takeData(options, value, input);
      return;
    case '-d':
    case '--data-binary':
      takeData(options, value, input);
      return;
    case '--data-raw':
    case '--data-urlencode':
      options.data.push(value);
      return;
  }
}

function takeData(options: Options, value: string, input: string | undefined): void {
  if (value.startsWith('@')) takeFile(options, value.slice(1), input);
  else options.data.push(value);
}

function takeFile(options: Options, name: string, input: string | undefined): void {
  if ((name === '-' || name === '.') && input !== undefined) options.data.push(input);
  else options.file = name;
}
