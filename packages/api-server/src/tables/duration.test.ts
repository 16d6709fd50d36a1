import { expect, it } from 'vitest';
import { humanDuration } from './duration.ts';

/** Ages in seconds as apimachinery v0.36.3 pkg/util/duration HumanDuration writes them. */
const ages: readonly (readonly [seconds: number, text: string])[] = [
  [-2, '<invalid>'],
  [-1, '0s'],
  [0, '0s'],
  [1, '1s'],
  [119, '119s'],
  [120, '2m'],
  [121, '2m1s'],
  [180, '3m'],
  [599, '9m59s'],
  [600, '10m'],
  [601, '10m'],
  [10799, '179m'],
  [10800, '3h'],
  [10801, '3h'],
  [28799, '7h59m'],
  [28800, '8h'],
  [36000, '10h'],
  [172799, '47h'],
  [172800, '2d'],
  [172801, '2d'],
  [176400, '2d1h'],
  [691199, '7d23h'],
  [691200, '8d'],
  [777600, '9d'],
  [63071999, '729d'],
  [63072000, '2y'],
  [70000000, '2y80d'],
  [94608000, '3y'],
  [252287999, '7y364d'],
  [252288000, '8y'],
  [300000000, '9y'],
];

it.each(ages)('%d seconds are %s', (seconds, text) => {
  expect(humanDuration(seconds)).toBe(text);
});
