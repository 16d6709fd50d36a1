import type { EmbedContent } from '@managed-fields/embed';
import { secretKinds } from '@managed-fields/redact';
import { checkForm, plainForm, type Scenario } from '@managed-fields/scenario';
import { fetchTwice } from '../core/code/fetch-twice.ts';
import { fetchOwnFile } from '../core/code/own-file.ts';
import { ask } from './engine.ts';
import type { EmbedWords } from './words.ts';

/** Where a scenario came from: an example has stored views and a short link, a link is its own link. */
export type Origin =
  | { readonly kind: 'example'; readonly name: string }
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
  const [, name, step] = /^x\/([a-z0-9]+(?:-[a-z0-9]+)*)(?:@([A-Za-z0-9]{1,64}))?$/.exec(content.fragment) ?? [];
  return name === undefined ? fromLink(content.fragment, words) : fromExample(name, step, words);
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
    const folder = words.code === 'en' ? '' : `${words.code}/`;
    const response = await fetchOwnFile(`./examples/${folder}${name}.json`);
    // Some servers answer with a page of their own where there is no file.
    const form: unknown = response.ok ? await response.json().catch(() => undefined) : undefined;
    if (form === undefined) return failure('unknown-example', words.embed.unknownExample({ name }));
    const opened = fromForm(form, { kind: 'example', name }, words);
    return opened.kind === 'scenario' && step !== undefined ? { ...opened, step } : opened;
  } catch {
    return failure('unreachable', words.embed.unreachable);
  }
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
