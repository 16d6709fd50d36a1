import type { EmbedContent } from '@managed-fields/embed';
import { secretKinds } from '@managed-fields/redact';
import { checkForm, plainForm, type Scenario } from '@managed-fields/scenario';
import { fetchTwice } from '../core/code/fetch-twice.ts';
import { fetchOwnFile } from '../core/code/own-file.ts';
import { ask } from './engine.ts';
import type { EmbedWords } from './words.ts';

/** Where a scenario came from: an example has stored views and a short link, as a lesson has; a link is its own link. */
export type Origin =
  | { readonly kind: 'example' | 'lesson'; readonly name: string }
  | { readonly kind: 'link'; readonly fragment: string }
  | { readonly kind: 'given' };

/** What came of what was to be shown. */
export type Opened =
  | {
      readonly kind: 'scenario';
      readonly scenario: Scenario;
      readonly origin: Origin;
      /** The step that a link names, by its id or its place from 1. */
      readonly step?: string;
    }
  | { readonly kind: 'failure'; readonly code: string; readonly message: string };

/** Opens what is to be shown. All that comes is checked as a scenario file is. */
export async function openContent(content: EmbedContent, words: EmbedWords): Promise<Opened> {
  if ('scenario' in content) return fromForm(content.scenario, { kind: 'given' }, words);
  if ('file' in content) return fromFile(content.file, words);
  if ('unreachable' in content)
    return failure('unreachable', words.embed.unreachableFile({ address: content.unreachable }));
  if ('misplaced' in content) return failure('misplaced', words.embed.misplaced({ base: content.misplaced }));
  if ('example' in content) return fromExample(content.example, undefined, words);
  // The links of examples need no unpacking.
  const [, folder, name = '', step] = /^([xl])\/([^@]*)(?:@([A-Za-z0-9]{1,64}))?$/.exec(content.fragment) ?? [];
  if (folder === undefined) return fromLink(content.fragment, words);
  return folder === 'x' ? fromExample(name, step, words) : fromLesson(name, words);
}

function failure(code: string, message: string): Opened {
  return { kind: 'failure', code, message };
}

function fromForm(form: unknown, origin: Origin, { embed }: EmbedWords): Opened {
  const checked = checkForm(form);
  if (checked.kind === 'scenario') return { kind: 'scenario', scenario: checked.scenario, origin };
  return failure(checked.code, checked.code === 'newer-version' ? embed.newerScenario : embed.notScenario);
}

async function fromExample(name: string, step: string | undefined, words: EmbedWords): Promise<Opened> {
  try {
    const form = await storedForm('examples', name, words);
    if (form === undefined) return failure('unknown-example', words.embed.unknownExample({ name }));
    const opened = fromForm(form, { kind: 'example', name }, words);
    return opened.kind === 'scenario' && step !== undefined ? { ...opened, step } : opened;
  } catch {
    return failure('unreachable', words.embed.unreachable);
  }
}

/** A lesson is shown where it starts, with what is to be done beside its last step: it is done in the playground. */
async function fromLesson(name: string, words: EmbedWords): Promise<Opened> {
  try {
    const stored = await storedForm('lessons', name, words);
    if (typeof stored !== 'object' || stored === null || !('start' in stored)) {
      return failure('unknown-lesson', words.embed.unknownLesson({ name }));
    }
    const opened = fromForm(stored.start, { kind: 'lesson', name }, words);
    if (opened.kind === 'failure') return opened;
    const { scenario } = opened;
    const { steps, about: note = '' } = scenario;
    const last = steps.length - 1;
    const told = steps.map((step, place) => (place === last ? { ...step, note } : step));
    return { ...opened, scenario: { ...scenario, steps: told }, step: String(steps.length) };
  } catch {
    return failure('unreachable', words.embed.unreachable);
  }
}

/** What lies beside the page of that name, in the language of the frame; undefined where there is none. */
async function storedForm(folder: 'examples' | 'lessons', name: string, { code }: EmbedWords): Promise<unknown> {
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name) || name.length > 100) return undefined;
  const response = await fetchOwnFile(`./${folder}/${code === 'en' ? '' : `${code}/`}${name}.json`);
  // Some servers answer with a page of their own where there is no file.
  return response.ok ? response.json().catch(() => undefined) : undefined;
}

async function fromLink(fragment: string, words: EmbedWords): Promise<Opened> {
  try {
    const { decodeLink } = await fetchTwice(() => import('@managed-fields/share-link/decode'));
    const link = decodeLink(fragment);
    if (link.kind === 'scenario') {
      return { kind: 'scenario', scenario: link.scenario, origin: { kind: 'link', fragment } };
    }
    if (link.kind === 'failure') return failure(link.code, words.links.linkSentence(link));
    return failure('not-a-link', words.links.linkSentence({ kind: 'failure', code: 'not-a-link' }));
  } catch {
    return failure('unreachable', words.embed.unreachable);
  }
}

async function fromFile(text: string, { embed }: EmbedWords): Promise<Opened> {
  try {
    const { readScenario } = await fetchTwice(() => import('@managed-fields/scenario/file'));
    const read = readScenario(text);
    if (read.kind === 'scenario') return { kind: 'scenario', scenario: read.scenario, origin: { kind: 'given' } };
    const messages = {
      unreadable: embed.unreadableFile,
      'not-a-scenario': embed.notScenario,
      'newer-version': embed.newerScenario,
    };
    return failure(read.code, messages[read.code]);
  } catch {
    return failure('unreachable', embed.unreachable);
  }
}

/** A link to what a frame shows: its fragment, without `#`, and whether something was left out of it. */
export interface FrameLink {
  readonly fragment: string;
  readonly redacted: boolean;
}

/**
 * Makes a link to what a frame shows, or says why there is none. What came by a link or from the gallery and is unchanged
 * goes as it came; of all else what looks secret is replaced, and where nobody could look for secrets there is no link.
 */
export async function linkOf(content: {
  readonly scenario: Scenario;
  readonly origin: Origin;
  readonly before: Scenario;
}): Promise<FrameLink | 'unchecked' | 'too-large'> {
  const { scenario, origin, before } = content;
  const isAsCame = scenario === before && origin.kind !== 'given';
  if (isAsCame && origin.kind === 'link') return { fragment: origin.fragment, redacted: false };
  const ended = isAsCame
    ? ({ kind: 'done', value: scenario } as const)
    : await ask(scenario, { kind: 'redacted', kinds: secretKinds });
  if (ended.kind === 'failed') return 'unchecked';
  try {
    const { encodeLink } = await fetchTwice(() => import('@managed-fields/share-link/encode'));
    const link = encodeLink(ended.value);
    if (link.kind !== 'link') return 'too-large';
    const redacted = JSON.stringify(plainForm(ended.value)) !== JSON.stringify(plainForm(scenario));
    return { fragment: link.fragment, redacted };
  } catch {
    return 'unchecked';
  }
}
