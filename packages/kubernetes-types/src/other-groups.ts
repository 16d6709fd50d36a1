// What kinds outside of core and apps do by themselves, as a part that comes with the first of them.
export { otherTables } from './defaults/other-groups.ts';
export { otherRules } from './strategy/other-groups.ts';
