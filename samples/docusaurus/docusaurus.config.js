import { remarkManagedFields } from '@managed-fields/embed/remark';

const base = process.env['PLAYGROUND'] ?? 'https://fields.example.com/';

export default {
  title: 'Platform handbook',
  url: 'https://handbook.example.com',
  baseUrl: '/',
  scripts: [{ src: `${base}embed.js`, async: true }],
  presets: [
    [
      'classic',
      {
        docs: { routeBasePath: '/', remarkPlugins: [[remarkManagedFields, { base }]] },
        blog: false,
        theme: { customCss: './src/custom.css' },
      },
    ],
  ],
  themeConfig: { colorMode: { respectPrefersColorScheme: true }, navbar: { title: 'Platform handbook' } },
};
