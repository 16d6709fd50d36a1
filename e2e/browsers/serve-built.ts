import { preview } from 'vite';

/** Serves the built page on a port that is free. */
export async function serveBuilt(): Promise<{ readonly address: string; readonly close: () => Promise<void> }> {
  const server = await preview({ preview: { port: 4198, host: '127.0.0.1', open: false }, logLevel: 'silent' });
  const address = server.resolvedUrls?.local[0] ?? '';
  return { address: address.replace(/\/$/, ''), close: () => server.close() };
}
