import { setTimeout } from 'node:timers/promises';
import { valueFromPlain } from '@managed-fields/merge-engine';
import {
  answerOf,
  type DefinitionRequest,
  definitionCases,
  keptDefinitionAnswer,
  requestOf,
  storingRequests,
} from '../../conformance/answers/definitions.ts';
import { readArguments, stop } from '../arguments.ts';
import { fetchJson } from '../types/definitions.ts';
import { reachServer, send, serverOptions } from './server.ts';

const { values } = readArguments({
  name: 'npx tsx tools/record/definitions.ts',
  about: `Sends the definitions of conformance/answers/definitions.cases.json to a real server of any release as dry runs, and prints each that
it answers otherwise than it is kept, by the index of its row. Those that others are compared with are stored, and stay there. The order of
the properties of a schema is left to chance by a server.`,
  options: serverOptions,
});

const server = await reachServer(values);
const { gitVersion }: { gitVersion: string } = await fetchJson(server, '/version');

async function ask(
  { method, path, contentType, bodyText }: DefinitionRequest,
  query: Readonly<Record<string, string>>,
) {
  const headers = { 'User-Agent': 'curl/8.0', 'Content-Type': contentType };
  const { code, body, warnings } = await send(server, { method, path, query, headers, body: bodyText });
  return { code, body: valueFromPlain(JSON.parse(body)), warnings };
}

for (const request of storingRequests(definitionCases)) {
  const { code } = await ask(request, {});
  if (![200, 201, 409].includes(code)) stop(`A definition cannot be stored: the server answers ${code}.`);
  // Controllers take the names of one before the next one asks for them.
  await setTimeout(2000);
}
let different = 0;
for (const [index, row] of definitionCases.rows.entries()) {
  const request = requestOf(definitionCases, row);
  const answer = answerOf(await ask(request, { dryRun: 'All' }), request);
  const kept = keptDefinitionAnswer(definitionCases, gitVersion, index);
  if (JSON.stringify(answer) === JSON.stringify(kept)) continue;
  different++;
  console.log(
    `${index}: ${row[0]} ${JSON.stringify(row[1])}\n  server ${JSON.stringify(answer)}\n  kept   ${JSON.stringify(kept)}`,
  );
}
console.log(
  `${definitionCases.rows.length} definitions asked of ${gitVersion}, ${different} answered otherwise than it is kept`,
);
process.exitCode = different === 0 ? 0 : 1;
