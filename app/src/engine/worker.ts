import { answer, keepKinds } from './answer.ts';
import { sendInPieces, type Travelling } from './pieces.ts';
import type { EngineMessage, WorkerMessage } from './protocol.ts';

// All that the worker does: a request comes in, its reply goes out, in pieces where it is large. `answer` does the
// rest.

const post = (message: WorkerMessage) =>
  sendInPieces(message, (part: Travelling<WorkerMessage>) => self.postMessage(part));

self.addEventListener('message', async ({ data }: MessageEvent<EngineMessage>) => {
  if (data.kind === 'provide') keepKinds(data);
  else post(await answer(data, post));
});
post({ kind: 'ready' });
