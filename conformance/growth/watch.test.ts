import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { type FollowState, fightsIn, follow, kindsOf, mostRows, startFollowing } from '@managed-fields/live-cluster';
import '@managed-fields/player/whole';
import { expect, test } from 'vitest';
import { countWork } from './count-work.ts';
import { emptyList, followedDeployment, watchedLine } from './watched-lines.ts';

const catalog = await loadKubernetesTypes();

test('a version costs the same work after thousands of others, and what is kept stays bounded', () => {
  let state: FollowState = startFollowing(followedDeployment, 0);
  let number = 0;
  const tell = (happening: Parameters<typeof follow>[1]) => {
    state = follow(state, happening, kindsOf(catalog));
  };
  const play = (count: number) => {
    for (const last = number + count; number < last; number++) {
      tell({ kind: 'line', line: watchedLine(number), now: number * 170 });
    }
  };
  tell({ kind: 'answered', code: 200, text: emptyList, now: 0 });
  play(mostRows + 100);
  const full = countWork(() => play(120));
  play(600);
  const later = countWork(() => play(120));
  expect(later / full).toBeLessThan(1.01);
  const { rows, leftOut, objects } = state.history;
  expect([rows.length, rows.length + leftOut, objects.length]).toEqual([mostRows, number, mostRows]);
  const [fight] = fightsIn(state.contested);
  expect(fight).toMatchObject({ path: '.spec.replicas' });
  expect(fight?.turns).toBe(Math.floor((number - 1) / 6));
});
