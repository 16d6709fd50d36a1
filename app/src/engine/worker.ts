import { answer } from './answer.ts';
import type { EngineRequest, WorkerMessage } from './protocol.ts';

// The whole wire: a request in, its reply out. Everything else is `answer`.

const post = (message: WorkerMessage) => self.postMessage(message);

self.addEventListener('message', async ({ data }: MessageEvent<EngineRequest>) => post(await answer(data, post)));
post({ kind: 'ready' });
