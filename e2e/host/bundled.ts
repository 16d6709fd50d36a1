import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const react = fileURLToPath(new URL('../../app/node_modules/', import.meta.url));
const place = fileURLToPath(new URL('page.jsx', import.meta.url));

/** The script of a page of somebody else's, of a module that may have JSX, with everything that it imports. */
export async function bundled(code: string): Promise<string> {
  const bundle = await rolldown({
    input: 'page',
    platform: 'browser',
    logLevel: 'silent',
    resolve: { alias: { react: `${react}react`, 'react-dom': `${react}react-dom` } },
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    plugins: [
      {
        name: 'page',
        resolveId: (id) => (id === 'page' ? place : undefined),
        load: (id) => (id === place ? { code, moduleType: 'jsx' } : undefined),
      },
    ],
  });
  const { output } = await bundle.generate({ format: 'es', codeSplitting: false });
  await bundle.close();
  return output[0].code;
}
