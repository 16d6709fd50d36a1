import { parentPort, workerData } from 'node:worker_threads';
import { loadKubernetesTypes, type PlayedVersion } from '@managed-fields/kubernetes-types';
import { type Batch, countBatch, type RuleOptions } from '@managed-fields/survey';

/** What a worker counts by: plain data. */
export interface CountingSettings extends Omit<RuleOptions, 'catalog'> {
  readonly kubernetes: PlayedVersion;
}

// A worker of `survey`: batches come in, and go out counted, in their order. Bytes are handed over both ways.
if (parentPort !== null) {
  const port = parentPort;
  const { kubernetes, ...options }: CountingSettings = workerData;
  const catalog = loadKubernetesTypes(kubernetes);
  port.on('message', async (batch: Batch) => {
    const counted = countBatch(batch, { ...options, catalog: await catalog });
    const sources = counted.texts.flatMap(({ text }) => (typeof text === 'string' ? [] : [text.buffer as ArrayBuffer]));
    port.postMessage(counted, [...new Set([...sources, counted.rows.buffer as ArrayBuffer])]);
  });
}
