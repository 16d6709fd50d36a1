import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { defaultVersion, versionNamed } from '@managed-fields/kubernetes-types';
import { readArguments, stop } from '../arguments.ts';
import { fetchJson } from '../types/definitions.ts';
import { changedJson, type Json, type JsonMap } from './changed-json.ts';
import { reachServer, send, serverOptions, type WireRequest } from './server.ts';

const { values, words: positionals } = readArguments({
  name: 'npx tsx tools/record/refusals.ts',
  about: `Sends the cases of packages/kubernetes-types/src/validation/cases to a real server. The answers of a server of the default
version are written into the files; of another version, those that differ are written to validation/other-versions/v1.35.json
beside them, null for a kind that it does not serve. Nothing is kept on the server but the objects that the cases change;
they are in the namespaces checks and checks-limits, which have to be there and hold nothing else.`,
  options: serverOptions,
  words: { name: 'FILE…', about: 'files of cases, by default all', there: true },
});

interface Case {
  readonly from: string;
  readonly via: 'create' | 'update' | 'apply' | 'status' | 'approval';
  readonly set?: Readonly<Record<string, Json>>;
  readonly drop?: readonly string[];
  /** Known from before: the server leaves the order of the causes to chance. */
  readonly unordered?: true;
}

/** The answer of a server to a case. */
interface Answered {
  readonly code?: Json | undefined;
  readonly message?: Json | undefined;
  readonly causes?: Json | undefined;
  readonly unordered?: Json | undefined;
}

/**
 * The answers of another version that differ, by file and place of the case; null of a kind that it does not serve, `unasked`
 * of a file that it was not asked about.
 */
type Differences = Record<string, Readonly<Record<string, JsonMap>> | null | 'unasked'>;

interface CaseFile {
  readonly path: string;
  readonly objects: Readonly<Record<string, JsonMap>>;
  readonly statuses?: Readonly<Record<string, JsonMap>>;
  readonly cases: readonly Case[];
}

const server = await reachServer(values);
const uids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const folder = 'packages/kubernetes-types/src/validation/cases';
const files = positionals.length > 0 ? positionals : readdirSync(folder).map((name) => join(folder, name));
const { gitVersion: release }: { gitVersion: string } = await fetchJson(server, '/version');
const version = versionNamed(release);
if (version === undefined) stop(`The server is of ${release}, which is not among the known versions.`);
const other = join('packages/kubernetes-types/src/validation/other-versions', `${version}.json`);
const differences = version === defaultVersion || !existsSync(other) ? {} : readDifferences(other);
for (const name of files) {
  const file = JSON.parse(readFileSync(name, 'utf8')) as CaseFile;
  if (version === defaultVersion) {
    const answers = await answered(file);
    // A server that stumbles over a request ends the connection: such a case is left out.
    writeFileSync(
      name,
      print(
        file,
        answers.filter((one) => one['code'] !== undefined),
      ),
    );
  } else {
    const known = differences[basename(name)];
    differences[basename(name)] = (await isServed(file)) ? differing(file, await answered(file), known) : null;
    writeFileSync(other, printDifferences(differences));
  }
  console.log(`recorded ${name}`);
}

/** The answers that differ from those in the file, by the place of their case; marks of what is not modelled stay. */
function differing(
  file: CaseFile,
  answers: readonly JsonMap[],
  known: Differences[string] = {},
): Readonly<Record<string, JsonMap>> {
  const result: Record<string, JsonMap> = {};
  for (const [i, told] of answers.entries()) {
    const { from: _from, via: _via, set: _set, drop: _drop, ...answer } = told;
    const { code, message, causes, unordered } = file.cases[i] as unknown as JsonMap;
    if (sameAnswer(answer, { code, message, causes, unordered })) continue;
    const before = known === null || known === 'unasked' ? undefined : known[i];
    result[i] = before?.['notModelled'] === true ? { ...answer, notModelled: true } : answer;
  }
  return result;
}

function sameAnswer(a: Answered, b: Answered): boolean {
  const known = (answer: Answered) => {
    const causes = (answer.causes ?? []) as readonly Json[];
    const listed = causes.map((cause) => JSON.stringify(cause));
    return JSON.stringify([
      answer.code,
      a.unordered || b.unordered ? listed.sort() : listed,
      a.unordered || b.unordered ? '' : (answer.message ?? ''),
    ]);
  };
  return known(a) === known(b);
}

/** One line for each answer, so that a difference is one line; files without any are left out. */
function printDifferences(all: Differences): string {
  const files = Object.entries(all)
    .filter(([, answers]) => answers === null || Object.keys(answers).length > 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, answers]) => {
      if (answers === null || answers === 'unasked') return `  ${JSON.stringify(name)}: ${JSON.stringify(answers)}`;
      const lines = Object.entries(answers).map(([i, answer]) => `    "${i}": ${JSON.stringify(answer)}`);
      return `  ${JSON.stringify(name)}: {\n${lines.join(',\n')}\n  }`;
    });
  return `{\n${files.join(',\n')}\n}\n`;
}

function readDifferences(file: string): Differences {
  return JSON.parse(readFileSync(file, 'utf8')) as Differences;
}

/** Whether the server has the kind of a file. */
async function isServed({ path }: CaseFile): Promise<boolean> {
  return (await ask('GET', path, undefined, {})).code !== 404;
}

/** New objects come first, while nothing is there; then the objects are placed, and changed. */
async function answered(file: CaseFile): Promise<readonly JsonMap[]> {
  for (const name of Object.keys(file.objects)) await remove(`${file.path}/${name}`);
  const answers = new Map<Case, JsonMap>();
  const created = file.cases.filter(({ via }) => via === 'create');
  for (const one of created) answers.set(one, await answer(file, one));
  for (const [name, object] of Object.entries(file.objects)) {
    const placed = await ask('PATCH', `${file.path}/${name}`, object, { fieldManager: 'checks', force: 'true' });
    if (placed.code !== 201) throw new Error(`${file.path}/${name}: ${JSON.stringify(placed.body)}`);
  }
  for (const [name, status] of Object.entries(file.statuses ?? {})) {
    const at = `${file.path}/${name}/status`;
    const placed = await ask('PATCH', at, { status }, {}, 'application/merge-patch+json');
    if (placed.code !== 200) throw new Error(`${at}: ${JSON.stringify(placed.body)}`);
  }
  for (const one of file.cases) if (one.via !== 'create') answers.set(one, await answer(file, one));
  return file.cases.map((one) => answers.get(one) ?? {});
}

async function remove(path: string): Promise<void> {
  const { code } = await ask('DELETE', path, undefined, { propagationPolicy: 'Background', gracePeriodSeconds: '0' });
  if (code === 404) return;
  const { body } = await ask('PATCH', path, { metadata: { finalizers: null } }, {}, 'application/merge-patch+json');
  // Nobody else ends a Namespace here.
  if (body['kind'] === 'Namespace') await ask('PUT', `${path}/finalize`, { ...body, spec: {} }, {});
}

interface Answer {
  readonly code: number;
  readonly body: JsonMap;
}

async function ask(
  method: string,
  path: string,
  body: Json | undefined,
  query: Readonly<Record<string, string>>,
  contentType = method === 'PATCH' ? 'application/apply-patch+yaml' : 'application/json',
): Promise<Answer> {
  const headers = { 'Content-Type': contentType };
  const request: WireRequest = { method, path, query, headers };
  const sent = await send(server, body === undefined ? request : { ...request, body: JSON.stringify(body) });
  return { code: sent.code, body: jsonOf(sent.body) };
}

/** A path that nobody serves answers with a plain text. */
function jsonOf(body: string): JsonMap {
  return body.startsWith('{') ? (JSON.parse(body) as JsonMap) : { message: body };
}

/** A case with the server's answer: its code, and of a refusal the causes, with the message where it says more. */
async function answer(file: CaseFile, one: Case): Promise<JsonMap> {
  const { from, via, set, drop } = one;
  const asked = {
    from,
    via,
    ...(set === undefined ? {} : { set }),
    ...(drop === undefined ? {} : { drop }),
  } as JsonMap;
  const first = await sendCase(file, one).catch(() => undefined);
  if (first === undefined) return {};
  if (first.code < 400) return { ...asked, code: first.code };
  const told = refusal(first);
  const plain = expected(file, one, told.causes);
  const again = told.causes.length > 1 ? await Promise.all(Array.from({ length: 8 }, () => sendCase(file, one))) : [];
  const moved =
    one.unordered === true ||
    again.some((other) => JSON.stringify(refusal(other).causes) !== JSON.stringify(told.causes));
  return {
    ...asked,
    code: first.code,
    causes: told.causes,
    ...(told.message === plain ? {} : { message: told.message }),
    ...(moved ? { unordered: true } : {}),
  };
}

async function sendCase(file: CaseFile, one: Case): Promise<Answer> {
  const base = file.objects[one.from] ?? {};
  const path = `${file.path}/${one.from}`;
  const query = { dryRun: 'All' };
  if (one.via === 'create') return ask('POST', file.path, changedJson(base, one), query);
  const applied = { ...query, fieldManager: 'checks', force: 'true' };
  if (one.via === 'apply') return ask('PATCH', path, changedJson(base, one), applied);
  const live = (await ask('GET', path, undefined, {})).body;
  const { managedFields: _, ...metadata } = (live['metadata'] ?? {}) as JsonMap;
  const next = changedJson({ ...live, metadata }, one);
  return ask('PUT', one.via === 'update' ? path : `${path}/${one.via}`, next, query);
}

function refusal({ body }: Answer): { readonly message: string; readonly causes: readonly (readonly Json[])[] } {
  const { message, details } = JSON.parse(JSON.stringify(body).replaceAll(uids, '<uid>')) as {
    message?: string;
    details?: { causes?: readonly JsonMap[] };
  };
  const whole = (details?.causes ?? []).map((cause) =>
    ['reason', 'field', 'message'].map((name) => cause[name] ?? null),
  );
  const causes = whole.map(([reason = null, field = null, text = null]) => [reason, field, withoutDump(text)]);
  const told = whole.reduce(
    (text, [, , long], at) => text.replaceAll(String(long), () => String(causes[at]?.[2])),
    message ?? '',
  );
  return { message: told, causes };
}

/**
 * A cause without the difference of Go's structures, which v1.33 shows below it with one kind of space or another, by the time at which
 * the server started.
 */
function withoutDump(text: Json): Json {
  return typeof text === 'string' ? text.replace(/\n[ \u00a0]{2}core\.\w{1,99}\{\n.*$/s, '\n') : text;
}

/** Writes the message of a Status that says no more than its causes. */
function expected(file: CaseFile, one: Case, causes: readonly (readonly Json[])[]): string {
  const base = file.objects[one.from] ?? {};
  const [group = '', version] = String(base['apiVersion']).split('/');
  const { name = '' } = ((changedJson(base, one) as JsonMap)['metadata'] ?? {}) as JsonMap;
  const texts = [...new Set(causes.map(([, field, text]) => `${field}: ${text}`))];
  const why = texts.length === 1 ? texts[0] : `[${texts.join(', ')}]`;
  const shown = JSON.stringify(one.via === 'create' ? name : one.from);
  return `${base['kind']}${version === undefined ? '' : `.${group}`} ${shown} is invalid: ${why}`;
}

/** One line for each object and each case, so that a difference is one line. */
function print(file: CaseFile, cases: readonly JsonMap[]): string {
  const objects = Object.entries(file.objects).map(
    ([name, object]) => `    ${JSON.stringify(name)}: ${JSON.stringify(object)}`,
  );
  return [
    '{',
    `  "path": ${JSON.stringify(file.path)},`,
    '  "objects": {',
    objects.join(',\n'),
    '  },',
    ...(file.statuses === undefined ? [] : [`  "statuses": ${JSON.stringify(file.statuses)},`]),
    '  "cases": [',
    cases.map((one) => `    ${JSON.stringify(one)}`).join(',\n'),
    '  ]',
    '}',
    '',
  ].join('\n');
}
