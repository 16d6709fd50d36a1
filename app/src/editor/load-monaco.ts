type MonacoModule = typeof import('./monaco.ts');

let loading: Promise<MonacoModule> | undefined;

/** Monaco, fetched once; after a failure the next call tries again. */
export function loadMonaco(): Promise<MonacoModule> {
  loading ??= import('./monaco.ts').catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** Runs something when the browser has nothing better to do, at the latest after two seconds; returns how to cancel. */
export function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(run, { timeout: 2000 });
    return () => cancelIdleCallback(handle);
  }
  const handle = setTimeout(run, 300);
  return () => clearTimeout(handle);
}
