import { preview } from 'vite';

/** Serves the page that was built into `outDir`, by default `dist`, on a port that is free. */
export async function serveBuilt(
  outDir?: string,
): Promise<{ readonly address: string; readonly close: () => Promise<void> }> {
  const server = await preview({
    ...(outDir === undefined ? {} : { build: { outDir } }),
    preview: { port: 4198, host: '127.0.0.1', open: false },
    logLevel: 'silent',
  });
  const address = server.resolvedUrls?.local[0];
  if (address === undefined) throw new Error('the server of the built page has no address');
  return { address: address.replace(/\/$/, ''), close: () => server.close() };
}
