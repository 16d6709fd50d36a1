import { answer, answerTask, keepKinds, type WaitingScope } from './answer.ts';
import { sendInPieces, type Travelling } from './pieces.ts';
import type { EngineMessage, TaskMessage, TaskRequest, WorkerMessage } from './protocol.ts';

// All that the worker does: a request comes in, its reply goes out, in pieces where it is large. `answer` does the
// rest. A page without workers runs this file too, and takes the engine out of it (`ports.ts`).

const { engineForPage } = globalThis as WaitingScope;
if (engineForPage === undefined) listen();
else engineForPage({ answer, answerTask, keepKinds });

function listen(): void {
  const post = (message: WorkerMessage | TaskMessage) =>
    sendInPieces(message, (part: Travelling<WorkerMessage | TaskMessage>) => self.postMessage(part));

  self.addEventListener('message', async ({ data }: MessageEvent<EngineMessage | TaskRequest>) => {
    if (data.kind === 'provide') keepKinds(data);
    else post(await (data.kind === 'task' ? answerTask(data, post) : answer(data, post)));
  });
  post({ kind: 'ready' });
}
