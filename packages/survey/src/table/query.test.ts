import { expect, test } from 'vitest';
import { withoutNames } from './query.ts';

test.each([
  [
    'manager:helm kind:Deployment,StatefulSet -namespace:kube-system fields>50 web',
    'manager:helm kind:Deployment,StatefulSet fields>50',
  ],
  ['ns:shop -name:"my web" -kind:Pod', '-kind:Pod'],
  ['file:prod.yaml finding:conflict', 'finding:conflict'],
  ['secret:thing x:y', ''],
  ['  ', ''],
])('%j without names is %j', (query, without) => {
  expect(withoutNames(query)).toBe(without);
});
