import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { auditPolicy } from './log-objects.tsx';

test('the documentation has the policy that the page shows', () => {
  const page = readFileSync(new URL('../../../../docs/audit.md', import.meta.url), 'utf8');
  expect(page).toContain(`\`\`\`yaml\n${auditPolicy}\`\`\`\n`);
});
