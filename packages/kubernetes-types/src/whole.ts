/** Entry point with everything that `index.ts` exports, and with what Kubernetes says of the fields of all versions in place. */
export * from './index.ts';

import v133 from './data/descriptions/v1.33.json' with { type: 'json' };
import v134 from './data/descriptions/v1.34.json' with { type: 'json' };
import v135 from './data/descriptions/v1.35.json' with { type: 'json' };
import v136 from './data/descriptions/v1.36.json' with { type: 'json' };
import v137 from './data/descriptions/v1.37.json' with { type: 'json' };
import v138 from './data/descriptions/v1.38.json' with { type: 'json' };
import { provideDescriptions } from './descriptions.ts';
import { kubernetesVersions, versionsOnTheWay } from './versions.ts';

const files = { 'v1.33': v133, 'v1.34': v134, 'v1.35': v135, 'v1.36': v136, 'v1.37': v137, 'v1.38': v138 };

for (const version of kubernetesVersions) {
  provideDescriptions(version, [v136, ...versionsOnTheWay(version).map((each) => files[each])]);
}
