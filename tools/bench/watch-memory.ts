import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { type FollowState, fightsIn, follow, kindsOf, startFollowing } from '@managed-fields/live-cluster';
import '@managed-fields/player/whole';
import { emptyList, followedDeployment, watchedLine } from '../../conformance/growth/watched-lines.ts';
import { readArguments } from '../arguments.ts';

const {
  values: { versions: count, annotations: padding },
} = readArguments({
  name: 'npx tsx --expose-gc tools/bench/watch-memory.ts',
  about:
    'Follows an object as a watch tells of it, and prints the memory that is retained after each tenth of the versions, and the\nlongest and the median time of one.',
  options: {
    versions: {
      type: 'number',
      value: 'N',
      default: 20_000,
      about: 'how many versions there are; so many make an hour',
    },
    annotations: { type: 'number', value: 'N', default: 0, about: 'how many annotations each has more' },
  },
});
const catalog = await loadKubernetesTypes();
const heap = () => {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 1024 / 1024;
};
let state: FollowState = startFollowing(followedDeployment, 0);
const tell = (happening: Parameters<typeof follow>[1]) => {
  state = follow(state, happening, kindsOf(catalog));
};
tell({ kind: 'answered', code: 200, text: emptyList, now: 0 });
const start = heap();
console.log(
  `${count} versions of ${(watchedLine(1, padding).length / 1024).toFixed(1)} KB; MB retained over ${start.toFixed(1)}:`,
);
const times: number[] = [];
for (let number = 0; number < count; number++) {
  const line = watchedLine(number, padding);
  const before = performance.now();
  tell({ kind: 'line', line, now: number * 170 });
  times.push(performance.now() - before);
  if ((number + 1) % Math.ceil(count / 10) !== 0) continue;
  const { rows, objects, bytes } = state.history;
  const kept = `${rows.length} rows, ${objects.length} objects of ${(bytes / 1024 / 1024).toFixed(1)} MB`;
  console.log(`  after ${number + 1}: ${(heap() - start).toFixed(1)} (${kept})`);
}
const sorted = times.toSorted((a, b) => a - b);
console.log(
  `median ${sorted[count >> 1]?.toFixed(2)} ms, 99 of 100 within ${sorted[Math.floor(count * 0.99)]?.toFixed(2)} ms, longest ${sorted.at(-1)?.toFixed(1)} ms`,
);
console.log(
  `fights: ${fightsIn(state.contested)
    .map(({ path, turns, perMinute }) => `${path} ${turns} turns, ${perMinute?.toFixed(1)} a minute`)
    .join('; ')}`,
);
