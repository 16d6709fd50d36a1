import { readFileSync, writeFileSync } from 'node:fs';
import { request as httpsRequest } from 'node:https';
import { type Asked, answersTo, type Send } from '../../conformance/rehearsal/answers.ts';
import { readArguments, stop } from '../arguments.ts';

const { values, words } = readArguments({
  name: 'npx tsx tools/record/rehearsal-answers.ts',
  about: `Sends the requests of files in conformance/rehearsal/answers to a real server without controllers, which has none of their
namespaces, and writes into them what it answers.`,
  options: {
    server: { type: 'string', value: 'URL', about: 'the real server' },
    token: { type: 'string', value: 'T', about: 'signs in there' },
  },
  words: { name: 'FILE…', about: 'the files' },
});
const { server = '', token = '' } = values;
if (server === '' || words.length === 0) stop('--server and a file are needed.');

const send: Send = ({ method, path, accept = 'application/json', contentType, body }) =>
  new Promise((done, failed) => {
    const type = contentType === undefined ? {} : { 'content-type': contentType };
    // Node does not say by itself how long the body of a DELETE is.
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const headers = { authorization: `Bearer ${token}`, 'user-agent': 'recorder', accept, ...type, ...length };
    const options = { method, headers, agent: false, rejectUnauthorized: false };
    const sent = httpsRequest(server + path, options, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      const warnings = answer.headersDistinct['warning'] ?? [];
      answer.on('end', () => done({ code: answer.statusCode ?? 0, warnings, text }));
    });
    sent.on('error', failed).end(body);
  });

for (const file of words) {
  const asked: Asked = JSON.parse(readFileSync(file, 'utf8'));
  const answers = await answersTo(asked.requests, send);
  const requests = asked.requests.map((request, index) => ({ ...request, answer: answers[index] }));
  const lines = requests.map((each) => `  ${JSON.stringify(each)}`).join(',\n');
  const { about, kubernetes } = asked;
  writeFileSync(
    file,
    `{"about": ${JSON.stringify(about)}, "kubernetes": "${kubernetes}", "requests": [\n${lines}\n]}\n`,
  );
  console.log(`${file}: ${requests.length} answers`);
}
