/** The front alone, for the tests of the page beside a cluster. */
export { startFront } from './cluster/front/front.ts';
export { type FrontSettings, pagePrefix, type Served } from './cluster/front/settings.ts';
