import { type ComponentType, type ReactNode, Suspense, use } from 'react';
import { whenIdle } from '../../engine/when-idle.ts';
import { wholeLanguage } from '../../language/language.ts';

const all: (() => Promise<unknown>)[] = [];

/**
 * Something that the first screen does without. The returned function fetches it together with the words that it
 * reads, once; after a failure the next call tries again. What nobody asked for comes when the browser is idle.
 */
export function later<T>(load: () => Promise<T>): () => Promise<T> {
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
  all.push(get);
  return get;
}

/** A component that comes later. `preload` resolves when drawing it needs no waiting. */
export type LazyPane<Props> = ComponentType<Props> & { readonly preload: () => Promise<void> };

/** A component that is fetched with its words when it is first drawn, or when the browser is idle. */
export function lazyPane<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
): LazyPane<Props> {
  let Loaded: ComponentType<Props> | undefined;
  let loading: Promise<void> | undefined;
  const get = later(load);
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
  const Waiting = (props: Props) => {
    if (Loaded === undefined) use(preload());
    return Loaded === undefined ? null : <Loaded {...props} />;
  };
  const Pane = (props: Props) => (
    <Suspense fallback={fallback}>
      <Waiting {...props} />
    </Suspense>
  );
  return Object.assign(Pane, { preload });
}

/** Fetches everything that comes later, one after the other, whenever the browser has nothing better to do. */
export function fetchLater(): void {
  const [next, ...rest] = all.splice(0);
  if (next === undefined) return;
  all.push(...rest);
  whenIdle(() => {
    // What cannot be fetched now is tried again when it is wanted.
    next().then(fetchLater, fetchLater);
  });
}
