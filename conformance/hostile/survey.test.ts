import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import '@managed-fields/player/whole';
import {
  findingWords,
  matcher,
  readQuery,
  sourceReader,
  startSurvey,
  surveyCsv,
  surveyJson,
  surveyMarkdown,
  surveyReport,
} from '@managed-fields/survey';
import { counting, findings, report } from '@managed-fields/words/messages/all';
import { afterEach, describe, expect, test } from 'vitest';
import { files, strings, texts } from '../../e2e/hostile/corpus.ts';

// Every hostile text is read as a dump, and every hostile string stands in every place of an object: no throw, nothing
// inherited is changed, what is written as a file holds no markup of it, and what was put beside it is still read.

const catalog = await loadKubernetesTypes();

afterEach(() => {
  expect(Reflect.ownKeys(Object.prototype)).not.toContain('polluted');
  expect(Reflect.get({}, 'polluted')).toBe(undefined);
});

const wordsIn = (code: 'en' | 'zh-CN') => findingWords({ counting: counting[code], findings: findings[code] });

/** Reads a dump in chunks, judges it, opens each object and writes it in every form; returns its rows. */
function survey(text: string) {
  const survey = startSurvey({ catalog, now: '2026-12-01T00:00:00Z' });
  const bytes = new TextEncoder().encode(text);
  const reader = sourceReader('dump');
  for (let at = 0; at < bytes.length; at += 4096) {
    for (const part of reader.push(bytes.subarray(at, at + 4096))) survey.add(part);
  }
  for (const part of reader.end()) survey.add(part);
  survey.judge();
  const { rows } = survey;
  for (const { index } of rows.slice(0, 20)) survey.open(index);
  const html = surveyReport(rows, { words: report.en, findingWords: wordsIn('en'), lang: 'en', made: 'now' });
  expect(html).not.toMatch(/<(?:script|img|iframe|svg|object|embed|link|base|form)\b/i);
  expect(html.match(/<[a-z][^>]*\son[a-z]+=/i)).toBe(null);
  surveyMarkdown(rows, report['zh-CN'], wordsIn('zh-CN'));
  surveyCsv(rows);
  JSON.parse(surveyJson(rows));
  const fits = matcher(readQuery(text.slice(0, 300)), { conflicts: new Set() });
  expect(rows.filter(fits).length).toBeLessThanOrEqual(rows.length);
  return rows;
}

const good = 'apiVersion: v1\nkind: Good\nmetadata:\n  name: good\n';

describe('a hostile text is a dump', () => {
  test.each([...texts, ...files].map(({ name, text }) => [name, text] as const))('%s', (_, text) => {
    survey(text);
    // A text that is cut or broken costs nothing of what stands before it; a file that is no text has nothing.
    if (text.includes('\0')) return;
    expect(survey(`${good}---\n${text}`)[0]).toMatchObject({ kind: 'Good', name: 'good' });
  });
});

describe('a hostile string stands in every place', () => {
  test.each(strings.map(({ name, text }) => [name, text] as const))('%s', (_, text) => {
    const fields = { 'f:spec': { [`f:${text}`]: {}, [`k:{"name":${JSON.stringify(text)}}`]: {}, [text]: {} } };
    const entry = { manager: text, operation: text, apiVersion: text, time: text, subresource: text, fieldsV1: fields };
    const object = {
      apiVersion: text || 'v1',
      kind: text || 'A',
      metadata: {
        name: text,
        namespace: text,
        uid: text,
        annotations: { [text]: text, 'kubectl.kubernetes.io/last-applied-configuration': text },
        ownerReferences: [{ kind: text, name: text }],
        managedFields: [entry, { ...entry, operation: 'Apply' }, { ...entry, operation: 'Update' }, text, null],
      },
      spec: { [text]: text, replicas: text },
    };
    const [row] = survey(JSON.stringify({ kind: 'List', items: [object, { ...object, metadata: text }] }));
    expect(row?.entries.length).toBe(5);
  });
});
