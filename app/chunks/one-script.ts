import { build } from 'vite';

/**
 * Builds a classic script of one file, which imports nothing when it runs, and returns its code. `define` names constants
 * of it with their values, as code. Throws where it would be more than one file.
 */
export async function oneScript(entry: string, define: Readonly<Record<string, string>> = {}): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    define,
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: { input: entry, output: { format: 'iife' } },
    },
  });
  const [chunk, ...more] = 'output' in built ? built.output : [];
  if (chunk?.type !== 'chunk' || more.length > 0) throw new Error(`${entry} is not one file`);
  return chunk.code;
}
