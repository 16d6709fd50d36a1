import { createServer } from 'node:http';
import '@managed-fields/player/whole';
import { rehearsalStart } from '@managed-fields/forecast';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { mapFromPlain } from '@managed-fields/merge-engine';
import { startServer } from '@managed-fields/node-server';
import { configMap } from './rehearse-objects.ts';

// The process that `rehearse.ts` times: an API server with as many objects as its argument says, and a server of Node that reads
// and writes JSON, to compare with. Both addresses are printed.

const objects = Array.from({ length: Number(process.argv[2]) }, (_, index) => mapFromPlain(configMap(index, 0)));
const start = rehearsalStart(objects, await loadKubernetesTypes('v1.36'), 'v1.36');
const server = await startServer({ protocol: 'http', cluster: start.cluster });
const plain = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => response.end(JSON.stringify(JSON.parse(Buffer.concat(parts).toString('utf8')))));
});
plain.listen(0, '127.0.0.1', () => {
  const address = plain.address();
  const port = typeof address === 'object' ? address?.port : 0;
  console.log(JSON.stringify({ url: server.url, token: server.token, plain: `http://127.0.0.1:${port}` }));
});
process.stdin.on('end', () => process.exit()).resume();
