import { answer, answerFollow, keepKinds } from './answer.ts';
import { sendInPieces, type Travelling } from './pieces.ts';
import type { EngineMessage, FollowMessage, FollowRequest, WorkerMessage } from './protocol.ts';

// All that the worker does: a request comes in, its reply goes out, in pieces where it is large. `answer` does the
// rest.

const post = (message: WorkerMessage | FollowMessage) =>
  sendInPieces(message, (part: Travelling<WorkerMessage | FollowMessage>) => self.postMessage(part));

self.addEventListener('message', async ({ data }: MessageEvent<EngineMessage | FollowRequest>) => {
  if (data.kind === 'provide') keepKinds(data);
  else post(await (data.kind === 'follow' ? answerFollow(data, post) : answer(data, post)));
});
post({ kind: 'ready' });
