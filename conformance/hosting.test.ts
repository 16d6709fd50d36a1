import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const page = readFileSync(new URL('../docs/hosting.md', import.meta.url), 'utf8');
const hosts = [...page.matchAll(/^\*\*([^*]+)\*\*(.*?)(?=^\*\*|^## )/gms)].map(([, name = '', told = '']) => ({
  name,
  told,
  settings: [...told.matchAll(/^```\w+\n(.*?)^```$/gms)].map(([, code = '']) => code).join(''),
}));

// CloudFront writes names without hyphens.
const headers: readonly (readonly [string, RegExp])[] = [
  ['nosniff', /X-Content-Type-Options:? "?nosniff|"ContentTypeOptions"/],
  ['HSTS', /Strict-?Transport-?Security.*31536000/],
  ['that nobody frames the page', /frame-ancestors 'none'/],
  ['that anybody frames an embed', /embed[\s\S]*frame-ancestors \*/],
];

const served = hosts.filter(({ name }) => ['nginx', 'Caddy', 'S3 and CloudFront'].includes(name));

test('every way of hosting either sets the headers or says that it cannot', () => {
  const others = hosts.filter((host) => !served.includes(host));
  expect(served).toHaveLength(3);
  expect(others.map(({ name }) => name)).toEqual(['GitHub Pages', 'Any folder']);
  for (const { told } of others) expect(told).toMatch(/none of the headers/);
});

test.each(served.flatMap(({ name, settings }) => headers.map(([what, header]) => ({ name, settings, what, header }))))(
  '$name sets $what',
  ({ settings, header }) => {
    expect(settings).toMatch(header);
  },
);
