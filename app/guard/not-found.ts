import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Leads to the address that was meant, where a chat program wrote `%23` for the `#` before the fragment. It stands in the
 * page itself, because what is beside a page that is not there is not there either.
 */
const script = `(() => {
  const { origin, pathname, search, hash } = location;
  const [page, fragment] = (pathname + search).split(/%23(.*)/i);
  if (fragment !== undefined && hash === '') location.replace(origin + page + '#' + fragment.replaceAll(/%2f/gi, '/'));
})();`;

const policy = `default-src 'none'; script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'; base-uri 'none'; form-action 'none'`;

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta http-equiv="Content-Security-Policy" content="${policy}" />
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="robots" content="noindex" />
    <title>Not found · managedFields playground</title>
    <script>${script}</script>
  </head>
  <body>
    <h1>There is nothing at this address</h1>
    <p>A link to the managedFields playground has a <code>#</code>, and what it shows stands behind that. Some programs cut it
    off or write it as <code>%23</code>: copy the whole link once more.</p>
  </body>
</html>
`;

/** Adds `404.html`, which hosts of static pages answer with where there is no file, and answers with it in `vite preview`. */
export function notFound(): Plugin {
  let folder = '';
  return {
    name: 'not-found',
    configResolved({ root, build: { outDir } }) {
      folder = resolve(root, outDir);
    },
    generateBundle() {
      // The worker is built separately.
      if (this.environment.name === 'client') this.emitFile({ type: 'asset', fileName: '404.html', source: page });
    },
    configurePreviewServer(server) {
      return () => {
        server.middlewares.use(({ url }, response, next) => {
          // By now the addresses of folders are those of their pages.
          if (url?.replace(/[?#].*/, '').endsWith('.html') === true) return next();
          response.writeHead(404, { 'Content-Type': 'text/html; charset=utf-8' });
          response.end(readFileSync(join(folder, '404.html')));
        });
      };
    },
  };
}
