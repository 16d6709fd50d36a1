import { type ComponentType, type ReactNode, Suspense, use } from 'react';
import { fetchCode, tellMissing } from '../../code/fetch-code.ts';
import { firstAnswer } from '../../engine/drive.ts';
import { afterFirstView, whenIdle } from '../../engine/when-idle.ts';
import { MissingPart } from './missing-part.tsx';

const all: (() => Promise<unknown>)[] = [];

/**
 * Something that the first screen does without. The returned function fetches it once. Where it cannot be had the page says so and the promise rejects with `MissingCode`; when the reader acts
 * again, the next call tries again. What nobody asked for comes when the browser is idle, and what is wanted `soon`
 * before all else.
 */
export function later<T>(load: () => Promise<T>, { soon = false } = {}): () => Promise<T> {
  const get = fetchedOnce(load);
  if (soon) all.unshift(get);
  else all.push(get);
  return () =>
    get().catch((error: unknown) => {
      tellMissing(load);
      throw error;
    });
}

/** Fetches something once, and again when it is wanted after it could not be had. */
function fetchedOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () => {
    loading ??= fetchCode(load).catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}

/** A component that comes later. `preload` resolves when drawing it needs no waiting. */
export type LazyPane<Props> = ComponentType<Props> & { readonly preload: () => Promise<void> };

/**
 * A component that is fetched when it is first drawn, or when the browser is idle. Where it cannot be had, that is said in its place,
 * or above the panes where nothing stands for it, and drawing it anew asks again.
 */
export function lazyPane<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
): LazyPane<Props> {
  let Loaded: ComponentType<Props> | undefined;
  let loading: Promise<void> | undefined;
  const get = fetchedOnce(load);
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
  /** Settles when it is there or missing; never rejects, so that drawing it does not ask for it again. */
  let wanted: Promise<void> | undefined;
  /** What is drawn before the first view, and was not fetched on purpose, would only hold that up. */
  const inTime = () => {
    wanted ??= (loading ?? afterFirstView().then(preload)).catch(() => {});
    return wanted;
  };
  const forget = () => {
    wanted = undefined;
  };
  const Waiting = (props: Props) => {
    if (Loaded === undefined) use(inTime());
    if (Loaded !== undefined) return <Loaded {...props} />;
    return <MissingPart load={load} inPlace={fallback !== null} onLeave={forget} />;
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
    try {
      await next();
    } catch {
      // What cannot be fetched now is tried again when it is wanted, and so is the rest, which may need the same.
      return;
    }
  }
}

function idle(): Promise<void> {
  return new Promise((done) => {
    whenIdle(done);
  });
}
