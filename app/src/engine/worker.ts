import { answer } from './answer.ts';
import { sendInPieces, type Travelling } from './pieces.ts';
import type { EngineRequest, WorkerMessage } from './protocol.ts';

// The whole wire: a request in, its reply out, in pieces where it is large. Everything else is `answer`.

const post = (message: WorkerMessage) =>
  sendInPieces(message, (part: Travelling<WorkerMessage>) => self.postMessage(part));

self.addEventListener('message', async ({ data }: MessageEvent<EngineRequest>) => post(await answer(data, post)));
post({ kind: 'ready' });
