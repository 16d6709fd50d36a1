import { type ComponentType, type ReactNode, Suspense, use } from 'react';
import { firstAnswer } from '../../engine/drive.ts';
import { afterPicture, whenIdle } from '../../engine/when-idle.ts';
import { wholeLanguage } from '../../language/language.ts';

const all: (() => Promise<unknown>)[] = [];

/**
 * Something that the first screen does without. The returned function fetches it together with the words that it
 * reads, once; after a failure the next call tries again. What nobody asked for comes when the browser is idle, and what
 * is wanted `soon` before all else.
 */
export function later<T>(load: () => Promise<T>, { soon = false } = {}): () => Promise<T> {
  let loading: Promise<T> | undefined;
  const get = () => {
    loading ??= Promise.all([load(), wholeLanguage()]).then(
      ([loaded]) => loaded,
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
  if (soon) all.unshift(get);
  else all.push(get);
  return get;
}

/** A component that comes later. `preload` resolves when drawing it needs no waiting. */
export type LazyPane<Props> = ComponentType<Props> & { readonly preload: () => Promise<void> };

/**
 * A component that is fetched with its words when it is first drawn, or when the browser is idle; without them where it
 * reads but the first words, to which `first-words.test.ts` holds it.
 */
export function lazyPane<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
  words: 'first' | 'all' = 'all',
): LazyPane<Props> {
  let Loaded: ComponentType<Props> | undefined;
  let loading: Promise<void> | undefined;
  const get = words === 'first' ? load : later(load);
  const preload = () => {
    loading ??= get().then(
      (component) => {
        Loaded = component;
      },
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
  all.push(preload);
  let wanted: Promise<void> | undefined;
  /** What is drawn before the first picture, and was not fetched on purpose, would only hold that up. */
  const inTime = () => {
    if (loading !== undefined) return loading;
    wanted ??= afterPicture().then(preload);
    wanted.catch(() => {
      wanted = undefined;
    });
    return wanted;
  };
  const Waiting = (props: Props) => {
    if (Loaded === undefined) use(inTime());
    return Loaded === undefined ? null : <Loaded {...props} />;
  };
  const Pane = (props: Props) => (
    <Suspense fallback={fallback}>
      <Waiting {...props} />
    </Suspense>
  );
  return Object.assign(Pane, { preload });
}

/**
 * Fetches everything that comes later, one after the other, once the engine has answered and whenever the browser has
 * nothing better to do.
 */
export async function fetchLater(): Promise<void> {
  await firstAnswer;
  for (let next = all.shift(); next !== undefined; next = all.shift()) {
    await idle();
    // What cannot be fetched now is tried again when it is wanted.
    await next().catch(() => {});
  }
}

function idle(): Promise<void> {
  return new Promise((done) => {
    whenIdle(done);
  });
}
