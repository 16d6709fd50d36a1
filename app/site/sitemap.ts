import { htmlText } from '@managed-fields/foreign-text';
import type { Page } from './layout.ts';
import type { SiteFile } from './site.ts';

/**
 * What programs read that search the web, beside the playground: `robots.txt`, and with a public address `sitemap.xml`, whose
 * addresses have to be whole.
 */
export function crawlerFiles(pages: readonly Page[], address: string | undefined): readonly SiteFile[] {
  const robots = 'User-agent: *\nAllow: /\n';
  if (address === undefined) return [{ path: 'robots.txt', content: robots }];
  const whole = (path: string) => htmlText(`${address}docs/${path}`);
  const entries = pages.map(({ path, inLanguages }) => {
    const others = [...inLanguages].map(
      ([code, other]) => `<xhtml:link rel="alternate" hreflang="${code}" href="${whole(other)}"/>`,
    );
    return `<url><loc>${whole(path)}</loc>${others.length > 1 ? others.join('') : ''}</url>`;
  });
  return [
    { path: 'robots.txt', content: `${robots}Sitemap: ${address}sitemap.xml\n` },
    {
      path: 'sitemap.xml',
      content: `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
<url><loc>${htmlText(address)}</loc></url>
${entries.join('\n')}
</urlset>
`,
    },
  ];
}
