import { expect, it } from 'vitest';
import { isImageReference } from './run-verb.ts';

const digest = `sha256:${'0a'.repeat(32)}`;

/** What kubectl v1.36.3 takes as the image of `kubectl run`. */
const images = [
  'nginx',
  'nginx:1.27-alpine',
  'a__b/c-d---e/f.g_h',
  'registry.example.com:5000/team/web:v1',
  'localhost/web',
  'HOST/web',
  '[::1]:5000/web',
  `nginx@${digest}`,
  `nginx:1@${digest}`,
];

/** What it refuses. */
const others = [
  '',
  'Web',
  'a..b',
  'a_-b',
  '-a',
  'a/',
  '/a',
  'a:',
  'a:b:c',
  'a b',
  `a@${digest}@${digest}`,
  'a@sha256:12',
  'host-/a:b/c',
];

it.each(images)('%s', (image) => expect(isImageReference(image)).toBe(true));
it.each(others)('%j is no image', (image) => expect(isImageReference(image)).toBe(false));
