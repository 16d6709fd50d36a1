import starlight from '@astrojs/starlight';
import { remarkManagedFields } from '@managed-fields/embed/remark';
import { defineConfig } from 'astro/config';

const base = process.env['PLAYGROUND'] ?? 'https://fields.example.com/';

export default defineConfig({
  markdown: { remarkPlugins: [[remarkManagedFields, { base }]] },
  integrations: [
    starlight({
      title: 'Platform handbook',
      customCss: ['@managed-fields/embed/static.css'],
      head: [{ tag: 'script', attrs: { src: `${base}embed.js`, async: true } }],
    }),
  ],
});
