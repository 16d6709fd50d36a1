import { writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { isPlayedVersion, versionNamed } from '@managed-fields/kubernetes-types';
import { valueFromPlain } from '@managed-fields/merge-engine';
import {
  askedBy,
  type Cases,
  engineAnswers,
  keptAnswer,
  keptRequests,
  namespaceOf,
  type Row,
  readCases,
} from '../../conformance/answers/plays.ts';
import { Answers, shownAnswer } from '../../conformance/answers/shown.ts';
import { readArguments, stop } from '../arguments.ts';
import { fetchJson } from '../types/definitions.ts';
import { reachServer, send, serverOptions, type WireResponse } from './server.ts';

const { values, words } = readArguments({
  name: 'npx tsx tools/record/requests.ts',
  about: `Sends the requests of conformance/answers/requests-NAME.cases.json to a real server of any release, and prints each that the
engine answers otherwise as that release. Each play has a namespace of its own, which must not be there yet, and the definitions of its file. With --out the answers of the server are written as such a file, one for each NAME.`,
  options: {
    ...serverOptions,
    out: { type: 'string', value: 'FOLDER', about: 'writes the cases with the answers of this server into a folder' },
  },
  words: { name: 'NAME…', about: 'which files, by default all' },
});

const unknown = words.find((name) => !keptRequests.includes(name));
if (unknown !== undefined) stop(`There are no requests ${unknown}; there are ${keptRequests.join(', ')}.`);
const server = await reachServer(values);
const { gitVersion }: { gitVersion: string } = await fetchJson(server, '/version');
const version =
  (isPlayedVersion(gitVersion) ? gitVersion : versionNamed(gitVersion)) ??
  stop(`The server is of ${gitVersion}, which is not among the known versions.`);

let [all, others, different] = [0, 0, 0];
for (const name of words.length > 0 ? words : keptRequests) {
  const cases = readCases(name);
  for (const definition of cases.definitions) await install(definition);
  const plays: Record<string, readonly Row[]> = {};
  for (const [play, rows] of Object.entries(cases.plays)) plays[play] = await askAll(cases, name, play, rows);
  if (values.out !== undefined) {
    const kept = { ...cases, release: gitVersion, answers: [], plays };
    writeFileSync(`${values.out}/requests-${name}.cases.json`, `${JSON.stringify(kept)}\n`);
  }
}
console.log(
  `${all} requests asked of ${gitVersion}, ${others} answered otherwise than it is kept, ${different} otherwise by the engine`,
);
process.exitCode = different === 0 ? 0 : 1;

/** The rows of a play with the answers of the server, after each that the engine answers otherwise was printed. */
async function askAll(cases: Cases, file: string, play: string, rows: readonly Row[]): Promise<readonly Row[]> {
  const namespace = namespaceOf(file, play);
  await makeNamespace(namespace);
  const engine = await engineAnswers(version, cases, play, namespace);
  const answers = new Answers();
  const answered: Row[] = [];
  for (const [index, row] of rows.entries()) {
    const { asked, method, target, contentType, bodyText, agent, user } = askedBy(namespace, row, answers, cases.texts);
    const headers = {
      'User-Agent': agent,
      ...(contentType === '' ? {} : { 'Content-Type': contentType }),
      ...(user === undefined ? {} : { 'Impersonate-User': user.name }),
      ...(user === undefined || user.groups.length === 0 ? {} : { 'Impersonate-Group': user.groups.join(', ') }),
    };
    const request = { method, path: target, query: {}, headers, ...(bodyText === undefined ? {} : { body: bodyText }) };
    const response = await send(server, request);
    const body = bodyOf(response);
    answers.note(asked, response.code, body as Parameters<Answers['note']>[2]);
    const shown = shownAnswer(
      { code: response.code, body: valueFromPlain(body), warnings: response.warnings },
      namespace,
    );
    all++;
    if (shown !== keptAnswer(cases, row)) others++;
    if (shown !== engine[index]) {
      different++;
      console.log(
        `${file} ${play} ${index}: ${row[0]} ${JSON.stringify(row[2])}\n  server ${shown}\n  engine ${engine[index]}`,
      );
    }
    answered.push(row[4] === undefined ? [row[0], row[1], row[2], shown] : [row[0], row[1], row[2], shown, row[4]]);
  }
  return answered;
}

/** The body as JSON, or as the text that it is. */
function bodyOf({ body }: WireResponse): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

async function post(path: string, object: unknown): Promise<WireResponse> {
  const headers = { 'Content-Type': 'application/json' };
  return send(server, { method: 'POST', path, query: {}, headers, body: JSON.stringify(object) });
}

/** Installs a definition, unless it is there. Its kind is served a moment later. */
async function install(definition: unknown): Promise<void> {
  const { code } = await post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', definition);
  if (code === 201) await setTimeout(4000);
  else if (code !== 409) stop(`A definition of the requests cannot be installed: the server answers ${code}.`);
}

/** Makes a namespace with the ServiceAccount that Pods need, where no controller makes it. */
async function makeNamespace(name: string): Promise<void> {
  const { code } = await post('/api/v1/namespaces', { metadata: { name } });
  if (code !== 201)
    stop(`The namespace ${name} cannot be made: the server answers ${code}. The plays need a fresh server.`);
  await post(`/api/v1/namespaces/${name}/serviceaccounts`, { metadata: { name: 'default' } });
}
