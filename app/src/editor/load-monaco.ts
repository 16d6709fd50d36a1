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
