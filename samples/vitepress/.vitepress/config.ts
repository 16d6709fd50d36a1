import { markdownItManagedFields } from '@managed-fields/embed/markdown-it';
import { defineConfig } from 'vitepress';

const base = process.env['PLAYGROUND'] ?? 'https://fields.example.com/';
const managedFields = await markdownItManagedFields({ base });

export default defineConfig({
  title: 'Platform handbook',
  outDir: './dist',
  cacheDir: './cache',
  head: [['script', { src: `${base}embed.js`, async: '' }]],
  markdown: { config: (markdown) => void markdown.use(managedFields) },
});
