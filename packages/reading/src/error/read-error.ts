import type { ErrorCode, ErrorFacts, ErrorField } from './error-facts.ts';
import { type ReadConflict, readConflicts } from './read-conflicts.ts';
import { objectIn, plainText, toolOf } from './terminal-text.ts';

/** The longest text that is read as a message, in characters. Longer ones are logs or something else. */
const longest = 200_000;

/**
 * A form of message: the pattern that finds it, and the groups that become data. A pattern that begins with a word must
 * begin at a word boundary; otherwise a long word would be read once for each of its letters.
 */
interface Form {
  readonly code: ErrorCode;
  /** The whole match is the server's message; named groups become data. */
  readonly words: RegExp;
}

const line = '[^\\n]*';

/** The forms from the most specific to the most general. The first one that matches counts. */
const forms: readonly Form[] = [
  { code: 'migration-failed', words: /failed to migrate kubectl\.kubernetes\.io\/last-applied-configuration[^\n]*/ },
  { code: 'no-last-applied', words: /no last-applied-configuration annotation found on resource: [^\n,]*/ },
  {
    code: 'no-last-applied',
    words: /resource \S+ is missing the kubectl\.kubernetes\.io\/last-applied-configuration annotation[^\n]*/,
  },
  { code: 'managed-fields-sent', words: /metadata\.managedFields must be nil/ },
  {
    code: 'no-manager',
    words:
      /(?:PatchOptions(?:\.meta\.k8s\.io)?|The PatchOptions) "" is invalid: fieldManager: Required value: is required for apply patch/,
  },
  {
    code: 'bad-manager',
    words: new RegExp(`\\b\\w+Options\\.meta\\.k8s\\.io "" is invalid: (?:\\[)?fieldManager: ${line}`),
  },
  {
    code: 'stale-version',
    words:
      /(?:Operation cannot be fulfilled on [^\n:]*: )?the object has been modified; please apply your changes to the latest version(?: and try again)?/,
  },
  {
    code: 'no-resource-version',
    words:
      /(?:(?<![\w.-])[\w.-]+ "[^"]*" is invalid: )?metadata\.resourceVersion: Invalid value: [^:\n]*: must be specified for an update/,
  },
  { code: 'no-kind-match', words: /no matches for kind "(?<kind>[^"]*)" in version "(?<apiVersion>[^"]*)"/ },
  {
    code: 'unknown-patch-type',
    words:
      /application\/strategic-merge-patch\+json is not supported by [^\n]*|the body of the request was in an unknown format - accepted media types include: [^\n]*/,
  },
  { code: 'gone-version', words: /request to convert CR (?:to|from) an invalid group\/version: \S+/ },
  {
    code: 'too-large',
    words:
      /etcdserver: request is too large|Request entity too large: limit is \d+|rpc error: [^\n]*trying to send message larger than max[^\n]*|metadata\.annotations: Too long: [^\n]*/,
  },
  { code: 'webhook', words: /admission webhook "(?<webhook>[^"]+)" denied the request[^\n]*/ },
  {
    code: 'forbidden',
    words:
      /(?<![\w.-])[\w.-]+ (?:"[^"]*" )?is forbidden: User "(?<user>[^"]*)" cannot (?<verb>\w+) resource "(?<resource>[^"]*)" in API group "(?<group>[^"]*)"[^\n]*/,
  },
  { code: 'missing-merge-key', words: /map: [^\n]* does not contain declared merge key: (?<key>\S+)/ },
  {
    code: 'hidden-duplicate',
    words:
      /The order in patch list: ?[^\n]* doesn't match \$setElementOrder list: [^\n]*|(?<![\w.[\]])[\w.[\]]+: hides previous definition of "[^"\n]*", which may be dropped when using apply/,
  },
  {
    code: 'undecodable',
    words: /\b\w+ in version "[^"]*" cannot be handled as a \w+: [^\n]*|failed to convert new object[^\n]*/,
  },
  {
    code: 'malformed',
    words: /error (?:strict )?decoding YAML: [^\n]*|error converting YAML to JSON: [^\n]*|error decoding patch: [^\n]*/,
  },
  { code: 'helm-busy', words: /another operation \(install\/upgrade\/rollback\) is in progress/ },
];

const after: readonly Form[] = [
  { code: 'not-found', words: /(?<![\w.-])[\w.-]+ "[^"]*" not found/ },
  { code: 'already-exists', words: /(?<![\w.-])[\w.-]+ "[^"]*" already exists/ },
];

/** A field that excludes another one that the object still has. */
const leftover =
  /may not be specified when|must not be specified|cannot be set when|can not specify more than one|may not specify more than 1/;

/**
 * Reads what a terminal printed: all conflicts in it, each once, or else the one message that says most. Empty where
 * the text has no known message of a server or of kubectl about an object. Manifests are not expected: the caller has
 * looked for them before.
 */
export function readErrors(text: string): readonly ErrorFacts[] {
  if (text.length > longest) return [];
  const plain = plainText(text);
  const tool = toolOf(text) ?? toolOf(plain);
  const migrating = forms[0]?.words.test(plain) === true;
  const conflicts = migrating ? [] : readConflicts(plain);
  if (conflicts.length === 0) {
    const other = readOther(plain, tool, migrating ? readConflicts(plain) : []);
    return other === undefined ? [] : [other];
  }
  const fieldManager = /managed by field manager "([^"]+)"/.exec(plain)?.[1];
  return conflicts.map(({ message, managers, count, around }): ErrorFacts => {
    const cut = managers.reduce((sum, { paths }) => sum + paths.length, 0) < count;
    return {
      code: 'conflict',
      message,
      tool,
      object: objectIn(conflicts.length === 1 ? plain : around),
      managers,
      fields: [],
      data: {
        count: String(count),
        ...(cut ? { cut: 'true' } : {}),
        ...(fieldManager === undefined ? {} : { fieldManager }),
      },
    };
  });
}

function readOther(
  plain: string,
  tool: ErrorFacts['tool'],
  conflicts: readonly ReadConflict[],
): ErrorFacts | undefined {
  const base = { tool, object: objectIn(plain), managers: [], fields: [], data: {} };
  const typed = readTypedError(plain);
  if (typed !== undefined) return { ...base, ...typed };
  const strict = readStrictError(plain);
  if (strict !== undefined) return { ...base, ...strict, object: { ...base.object, ...strict.object } };
  for (const { code, words } of forms) {
    const found = words.exec(plain);
    if (found === null) continue;
    const managers = code === 'migration-failed' ? (conflicts[0]?.managers ?? []) : [];
    return { ...base, code, message: found[0], managers, data: { ...found.groups } };
  }
  const invalid = readInvalid(plain);
  if (invalid !== undefined) return { ...base, ...invalid };
  for (const { code, words } of after) {
    const found = words.exec(plain);
    if (found !== null) return { ...base, code, message: found[0] };
  }
  return undefined;
}

type Read = Pick<ErrorFacts, 'code' | 'message' | 'fields'>;

function readTypedError(plain: string): Read | undefined {
  // In a log, the message comes first in quotes and again at the end as it is.
  const start =
    /failed to create (?:manager for existing fields|typed (?:patch|live|new) object)(?![\s\S]*failed to create )/;
  const rest = plain.slice(Math.max(plain.search(start), 0));
  const found = start.test(rest) ? /^[^\n]*(?:\n +\.[^\n]*)*/.exec(rest) : null;
  const fields = readTypedComplaints(found?.[0] ?? plain);
  const [first] = fields;
  if (first === undefined) return undefined;
  return { code: typedCode(first), message: (found?.[0] ?? `${first.path}: ${first.detail}`).trim(), fields };
}

function typedCode({ detail }: ErrorField): ErrorCode {
  if (detail.includes('field not declared in schema')) return 'undeclared-field';
  if (detail.includes('duplicate entries for key')) return 'duplicate-key';
  if (detail.includes('associative list without keys')) return 'set-of-maps';
  if (detail.includes('associative list with keys')) return 'missing-key';
  return 'wrong-type';
}

function readStrictError(plain: string): (Read & Pick<ErrorFacts, 'object' | 'data'>) | undefined {
  const strict =
    /(?:\b(?<kind>\w+) in version "(?<version>[^"]*)" cannot be handled as a \w+: )?strict decoding error: [^\n]*/.exec(
      plain,
    );
  const warned = strict ?? /(?<=Warning: )(?:unknown|duplicate) field "[^"\n]*"/.exec(plain);
  if (warned === null) return undefined;
  const { kind, version } = strict?.groups ?? {};
  const named = kind === undefined || version === undefined ? {} : { kind };
  const fields = [...warned[0].matchAll(/(unknown|duplicate) field "([^"\n]*)"/g)].map(
    ([, what, path = '']): ErrorField => ({ path, detail: `${what} field` }),
  );
  return {
    code: 'unknown-field',
    message: warned[0].trim(),
    fields,
    object: named,
    data: { ...(version === undefined ? {} : { version }), strict: String(strict !== null) },
  };
}

function readInvalid(plain: string): Read | undefined {
  const found = /\b[A-Z]\w*(?:\.[a-z][\w.-]*)? "[^"]*" is invalid: [^\n]*/.exec(plain);
  const listed = /^[^\S\n]*\* (?=\S+: (?:Required|Invalid|Unsupported|Forbidden|Duplicate|Too))/m.test(plain);
  const fields = readComplaints(found === null || listed ? plain.replace(/^[^\S\n]*\* /gm, '') : found[0]);
  if (fields.length === 0) return undefined;
  const code = (['immutable', 'union-leftover', 'duplicate-value'] as const).find((each) =>
    fields.some(({ detail }) => tests[each].test(detail)),
  );
  const message = found?.[0] ?? fields.map(({ path, detail }) => `${path}: ${detail}`).join(', ');
  return { code: code ?? 'invalid', message: message.trim(), fields };
}

const tests = {
  immutable: /immutable/,
  'union-leftover': leftover,
  'duplicate-value': /^Duplicate value/,
} as const;

const complaint =
  /(?:^|\s|\[)((?:[A-Za-z_]\w*|<nil>)(?:\.[^\s:,.[\]]*|\[[^\]]*\])*): (Required value|Invalid value|Unsupported value|Forbidden|Duplicate value|Too long|Too many|Not found|Internal error)(?=[:,\]\s]|$)/g;

/**
 * Reads the errors of a validation, `spec.replicas: Invalid value: -1: must be …`, one or a list in brackets. Paths are
 * as validation prints them; a detail begins with the type of error.
 * Upstream: apimachinery pkg/util/validation/field/errors.go.
 */
function readComplaints(text: string): readonly ErrorField[] {
  const found = [...text.matchAll(complaint)];
  return found.map((match, index) => {
    const from = (match.index ?? 0) + match[0].length;
    const next = found[index + 1]?.index ?? text.length;
    const rest = text.slice(from, next).split('\n')[0] ?? '';
    const detail = `${match[2] ?? ''}${rest}`.replace(/[,\]\s]+$/, '');
    return { path: match[1] ?? '', detail: next < text.length ? detail : closed(detail) };
  });
}

/** Removes the closing bracket of the list, unless the detail opened it. */
function closed(detail: string): string {
  const opened = detail.split('[').length - detail.split(']').length;
  return opened > 0 ? `${detail}${']'.repeat(opened)}` : detail;
}

const typed =
  /(\.[^\s:[]+(?:\[(?:"(?:[^"\\]|\\.)*"|[^"\]])*\][^\s:[]*)*): ((?:element \d+: )?(?:field not declared in schema|duplicate entries for key [^\n]*|expected [^\n]*|associative list [^\n]*))/g;

/**
 * Reads the errors of a configuration that does not fit its schema, after `failed to create typed patch object`.
 * Upstream: structured-merge-diff typed/validate.go.
 */
function readTypedComplaints(text: string): readonly ErrorField[] {
  return [...text.matchAll(typed)].map((match) => ({ path: match[1] ?? '', detail: (match[2] ?? '').trim() }));
}
