import { writeFileSync } from 'node:fs';
import { PNG } from 'pngjs';
import { expect, test } from 'vitest';
import { galleryExamples } from '../../app/site/built.ts';
import { loadPictures } from '../../app/site/picture.ts';

test('the picture of an example has the size that links show, and shows what the example is about', async () => {
  const pictureOf = await loadPictures();
  const [example, other] = (await galleryExamples()).filter(({ name }) => /^(?:hpa-conflict|shared-field)$/.test(name));
  if (example === undefined || other === undefined) throw new Error('there are two examples');
  const png = pictureOf(example);
  const { PICTURES: folder } = process.env;
  if (folder !== undefined) writeFileSync(`${folder}/${example.name}.png`, png);
  const { width, height, data } = PNG.sync.read(Buffer.from(png));
  expect([width, height]).toEqual([1200, 630]);
  // Text is drawn only where its font is found: the title alone blackens some thousand pixels.
  const dark = data.filter((value, index) => index % 4 === 0 && value < 90).length;
  expect(dark).toBeGreaterThan(10_000);
  expect(Buffer.from(pictureOf(example)).equals(Buffer.from(png))).toBe(true);
  expect(Buffer.from(pictureOf(other)).equals(Buffer.from(png))).toBe(false);
});
