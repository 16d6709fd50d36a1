import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { htmlText } from '@managed-fields/foreign-text';
import { describe, expect, test } from 'vitest';
import { about } from '../../app/about.ts';
import { galleryExamples, playedLessons } from '../../app/site/built.ts';
import { sourcesIn } from '../../app/site/contents.ts';
import { publicAddress } from '../../app/site/plugin.ts';
import { type SiteFile, siteFiles } from '../../app/site/site.ts';
import { published } from '../packages/published.ts';

// The documentation as the build makes it: its links, its languages, and what it asks for.

const root = new URL('../../', import.meta.url).pathname;
/** What the build puts beside the documentation, or into it by other means. */
const beside = new Set(['index.html', 'embed.js', 'icon.svg', 'docs/site.js', 'docs/object-view.js']);
const examples = await galleryExamples();
const lessons = await playedLessons();
const files = await siteFiles({ examples, lessons });
const released = await siteFiles({
  examples,
  lessons,
  address: 'https://play.example.org/fields/',
  pictureOf: () => new Uint8Array([1]),
});

const pages = (all = files) => all.filter(({ path }) => path.endsWith('.html'));
const textOf = (path: string, all = files) => String(all.find((file) => file.path === path)?.content ?? '');
const attributes = (html: string, name: string) =>
  [...html.matchAll(new RegExp(`<[a-z-]+ [^>]*?\\b${name}="([^"]*)"`, 'g'))].map(([, value = '']) => value);

/** Returns the links of a page that lead to nothing, or to a place that is not there. */
function broken({ path, content }: SiteFile, all: ReadonlyMap<string, string>): readonly string[] {
  const html = String(content);
  return [...attributes(html, 'href'), ...attributes(html, 'src'), ...attributes(html, 'data-index')].filter((link) => {
    if (/^https?:/.test(link)) return false;
    const [address = '', fragment] = link.split('#');
    const target = address === '' ? path : posix.join(posix.dirname(path), address);
    if (beside.has(target)) return false;
    const text = all.get(target);
    if (text === undefined) return true;
    return (
      fragment !== undefined && target.endsWith('.html') && !text.includes(` id="${decodeURIComponent(fragment)}"`)
    );
  });
}

describe('the documentation', () => {
  test('has no link that leads to nothing', () => {
    const all = new Map(files.map(({ path, content }) => [path, String(content)]));
    const found = pages().flatMap((page) => broken(page, all).map((link) => `${page.path}: ${link}`));
    expect(found).toEqual([]);
    expect(broken({ path: 'docs/a.html', content: '<a href="gone.html">' }, all)).toEqual(['gone.html']);
    expect(broken({ path: 'docs/a.html', content: '<a href="findings.html#gone">' }, all)).toHaveLength(1);
  });

  test('loads what is live in a page, and nothing else', () => {
    const scripts = (path: string) => attributes(textOf(path), 'src').filter((src) => src.endsWith('.js'));
    expect(scripts('docs/library/view.html')).toEqual(['../site.js', '../object-view.js']);
    expect(textOf('docs/library/view.html')).toContain('<managed-fields-view>{\n  &quot;apiVersion&quot;');
    expect(scripts('docs/plugins.html')).toEqual(['site.js']);
    expect(scripts('docs/guide/conflicts.html')).toContain('../../embed.js');
  });

  test('has every page of docs, and those that the page opens', () => {
    const sources = sourcesIn(root);
    const left = readdirSync(`${root}docs`, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.md') && !sources.some((source) => source.file === `docs/${file}`))
      .filter((file) => file !== 'reference/README.md');
    expect(left).toEqual([]);
    for (const { folder } of published) {
      const file = `packages/${folder}/README.md`;
      expect(
        sources.map((source) => source.file),
        file,
      ).toContain(file);
    }
    const opened = readFileSync(`${root}app/src/features/help/starts.ts`, 'utf8').match(/docs\/[a-z-]+\.html/g) ?? [];
    expect(opened.length).toBeGreaterThan(3);
    for (const path of opened) expect(textOf(path), path).not.toBe('');
  });

  test('asks nothing of other sites, and runs no script of its own text', () => {
    for (const { path, content } of pages(released)) {
      const html = String(content);
      const loaded = [...attributes(html, 'src'), ...(html.match(/<link rel="(?:stylesheet|icon)"[^>]*>/g) ?? [])];
      expect(
        loaded.filter((address) => /https?:/.test(address)),
        path,
      ).toEqual([]);
      expect(html, path).not.toMatch(/<script(?![^>]* src=)|<style|\sstyle="|\son[a-z]+="/);
      expect(html, path).toContain("default-src 'none'");
    }
    expect(textOf('docs/site.css')).not.toMatch(/@import|@font-face|url\(/);
  });

  test('has each chapter of the guide in all three languages, and examples in each of them', () => {
    const guide = sourcesIn(root).filter(({ group }) => group === 'guide');
    const chapters = new Set(guide.filter(({ lang }) => lang === 'en').map(({ path }) => path));
    expect(chapters.size).toBeGreaterThan(10);
    for (const { file, path } of guide) {
      expect(existsSync(root + file), file).toBe(true);
      const html = textOf(`docs/${path}`);
      for (const code of ['en', 'uk', 'zh-CN']) expect(html, file).toContain(`hreflang="${code}"`);
    }
    const fences = (file: string) => readFileSync(root + file, 'utf8').match(/^```managed-fields .*$/gm) ?? [];
    for (const { file, lang } of guide) {
      const english = file.replace(/\/(?:uk|zh-CN)\//, '/');
      if (lang !== 'en') expect(fences(file), file).toEqual(fences(english));
    }
  });

  test('lists a page for each example, with the message that leads to it', () => {
    const html = textOf('docs/examples/uk/hpa-conflict.html');
    expect(html).toContain('<html lang="uk">');
    expect(html).toContain('Apply failed with 1 conflict: conflict with &quot;kube-controller-manager&quot;');
    expect(html).toContain('href="../../../index.html#x/hpa-conflict"');
    expect(html).toContain('hreflang="zh-CN"');
  });

  test('lists a page for each lesson, with its task and where it starts', () => {
    const html = textOf('docs/lessons/uk/give-up-a-field.html', released);
    expect(html).toContain('<html lang="uk">');
    expect(html).toContain('href="../../../index.html#l/give-up-a-field"');
    expect(html).toContain('class="mf"');
    expect(html).toContain('og:image" content="https://play.example.org/fields/docs/lessons/give-up-a-field.png"');
    expect(textOf('docs/lessons/index.html')).toContain('href="hand-over-replicas.html"');
    for (const { name, shows, translated } of lessons) {
      for (const [code, { title, about = '' }] of translated) {
        const path = code === 'en' ? `docs/lessons/${name}.html` : `docs/lessons/${code}/${name}.html`;
        const page = textOf(path);
        for (const text of [title, about, shows.get(code as 'en') ?? '?']) expect(page, path).toContain(htmlText(text));
      }
    }
    expect(lessons.length).toBeGreaterThanOrEqual(46);
  });

  test('says whole addresses only where a release names one', () => {
    expect(textOf('robots.txt')).not.toContain('Sitemap');
    expect(files.some(({ path }) => path === 'sitemap.xml' || /^docs\/examples\/.*png$/.test(path))).toBe(false);
    expect(textOf('robots.txt', released)).toContain('Sitemap: https://play.example.org/fields/sitemap.xml');
    const sitemap = textOf('sitemap.xml', released);
    for (const { path } of pages(released))
      expect(sitemap).toContain(`<loc>https://play.example.org/fields/${path}</loc>`);
    const html = textOf('docs/examples/hpa-conflict.html', released);
    expect(html).toContain('og:image" content="https://play.example.org/fields/docs/examples/hpa-conflict.png"');
    expect(textOf('docs/embedding.html', released)).toContain('https://play.example.org/fields/embed.js');
  });
});

test('each section of the references has a place in the guide, and the examples that are named are there', () => {
  const rows = readFileSync(`${root}docs/guide-coverage.md`, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (?:section|-)/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  expect(rows.length).toBeGreaterThan(35);
  const named = new Set(examples.map(({ name }) => name));
  for (const [, section = '', told = '', played = ''] of rows) {
    if (told === 'as above') continue;
    const chapters = [...told.matchAll(/\]\(guide\/([\w-]+)\.md/g)].map(([, chapter = '']) => chapter);
    expect(chapters, section).not.toEqual([]);
    for (const [, name = ''] of played.matchAll(/`([\w-]+)`/g))
      expect(named.has(name), `${section}: ${name}`).toBe(true);
  }
});

test('a chapter has the same sections in all languages', () => {
  const outline = (file: string) => (readFileSync(root + file, 'utf8').match(/^#{1,3} /gm) ?? []).join();
  for (const { file, lang } of sourcesIn(root).filter(({ group }) => group === 'guide')) {
    if (lang !== 'en') expect(outline(file), file).toBe(outline(file.replace(/\/(?:uk|zh-CN)\//, '/')));
  }
});

test('the page names the address of its source where a release has one, and none that leads nowhere', () => {
  const said = (env: Readonly<Record<string, string>>) => {
    const { load } = about(env);
    return typeof load === 'function' ? load.call({} as never, '\0virtual:about') : undefined;
  };
  expect(said({})).toContain('export const source = "";');
  const env = { GITHUB_SERVER_URL: 'https://git.example', GITHUB_REPOSITORY: 'a/b' };
  expect(said(env)).toContain('export const source = "https://git.example/a/b";');
});

test('the public address is one of http or https, and ends in a slash', () => {
  expect(publicAddress({})).toBeUndefined();
  expect(publicAddress({ PLAYGROUND_ADDRESS: 'https://a.example/b' })).toBe('https://a.example/b/');
  expect(() => publicAddress({ PLAYGROUND_ADDRESS: 'file:///a' })).toThrow('http');
});
