import { type ChildMessage, isHandshake, posted, protocolVersion, readParentMessage } from '@managed-fields/embed';
import { outcomeOf } from '@managed-fields/rendering';
import { linkOf } from './content.ts';
import type { Frame } from './frame.ts';
import { type Model, stepOf, titleOf, viewOf } from './model.ts';

/** The frame's end of the conversation with the page around it. */
export interface Host {
  /** Says what the model's state is, where that is new. */
  post(model: Model): void;
  /** Says how high the page is, in CSS pixels, where that is new. */
  resize(height: number): void;
}

/**
 * Offers itself to the page around it. A page that gave a nonce gets a port with it; any other may hand one back, the
 * parent alone and only once. Whatever else is posted here is passed over.
 */
export function host(frame: Frame, nonce: string | undefined): Host {
  let port: MessagePort | undefined;
  /** What was said last, so that nothing is said twice. */
  const said = new Map<ChildMessage['kind'], string>();
  let height: number | undefined;
  /** The ids of what was asked and not answered yet. */
  const questions: number[] = [];

  const say = (message: ChildMessage) => port?.postMessage(posted(message));
  const sayNew = (message: ChildMessage) => {
    const text = JSON.stringify(message);
    if (port === undefined || said.get(message.kind) === text) return;
    said.set(message.kind, text);
    say(message);
  };

  const post = (model: Model) => {
    const { content, index, playback, picked, busy, failed, words } = model;
    if (port === undefined || content.kind === 'waiting') return;
    void answer();
    const step = stepOf(model);
    if (content.kind === 'failure') sayNew({ kind: 'error', code: content.code, message: content.message });
    // What was asked for since is there: who kept children for the failure shows the frame now.
    else if (said.delete('error')) said.delete('ready');
    if (failed) sayNew({ kind: 'error', code: 'unanswered', message: words.embed.unanswered });
    const outcome = step === undefined || busy ? '' : (playback && outcomeOf(playback, step)?.status) || '';
    const steps = content.kind === 'scenario' ? content.scenario.steps.length : 0;
    sayNew({ kind: 'state', step: step === undefined ? 0 : index + 1, steps, outcome, view: viewOf(model) });
    sayNew({ kind: 'title', title: titleOf(model) });
    if (picked !== undefined || said.has('select')) sayNew({ kind: 'select', path: picked ?? '' });
    // A first view is something to see, though the engine has not said its last word.
    if (!busy || playback !== undefined || content.kind === 'failure') sayReady();
  };

  const sayReady = () => {
    if (height !== undefined) sayNew({ kind: 'resize', height });
    sayNew({ kind: 'ready' });
  };

  const receive = async ({ data }: MessageEvent<unknown>) => {
    const { words } = frame.model();
    const received = readParentMessage(data);
    if (received.kind === 'refused') return say({ kind: 'error', code: received.code, message: words.embed.refused });
    const { message } = received;
    switch (message.kind) {
      case 'load':
        return frame.open(message);
      case 'set':
        return frame.set(message);
      case 'get':
        questions.push(message.id);
        return answer();
    }
  };

  /** Answers what was asked, once what is being opened is there. */
  const answer = async () => {
    const { words, content } = frame.model();
    if (content.kind === 'waiting') return;
    const ids = questions.splice(0);
    if (ids.length === 0) return;
    const link = content.kind === 'scenario' ? await linkOf(content) : 'no-scenario';
    const messages = {
      'no-scenario': words.embed.empty,
      'too-large': words.embed.tooLarge,
      unchecked: words.embed.unchecked,
    };
    for (const id of ids) {
      if (typeof link === 'object') say({ kind: 'scenario', id, fragment: link.fragment });
      else say({ kind: 'error', id, code: link, message: messages[link] });
    }
  };

  const speakOver = (taken: MessagePort) => {
    port = taken;
    port.addEventListener('message', receive);
    port.start();
    post(frame.model());
  };

  if (window.parent !== window && nonce !== undefined) {
    const { port1, port2 } = new MessageChannel();
    window.parent.postMessage({ managedFields: 'hello', v: protocolVersion, nonce }, '*', [port2]);
    speakOver(port1);
  } else if (window.parent !== window) {
    window.addEventListener('message', function take({ source, data, ports: [offered] }) {
      if (source !== window.parent || offered === undefined || !isHandshake(data, 'port')) return;
      window.removeEventListener('message', take);
      speakOver(offered);
    });
    window.parent.postMessage({ managedFields: 'hello', v: protocolVersion }, '*');
  }

  return {
    post,
    resize: (pixels) => {
      height = pixels;
      // Before there is anything to see, its height says nothing.
      if (frame.model().content.kind !== 'waiting') sayNew({ kind: 'resize', height });
    },
  };
}
