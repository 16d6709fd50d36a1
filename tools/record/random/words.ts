import { any, between, map, texts } from './makers.ts';

/** One or the other. */
export const yes = any(true, false);
/** Labels and annotations that managers meet in. */
export const labels = texts(['a', 'b', 'app', 'x.io/c'], ['x', 'y', '', '1']);
export const annotations = texts(['n', 'o', 'x.io/p'], ['1', 'x y', '', '<&>']);
const cpu = any('1', '500m', '0.5', 1, '1000m', '100m', '1e3m', '1.5', '#raw:0.25', '2000m', '0.1');
const memory = any('1Gi', '1024Mi', '128Mi', '1G', 1000000, '0.5Gi', '1e6', '1073741824', '1500M', '64Ki', '1.5Gi');
const amounts = map({ cpu, memory, 'ephemeral-storage?': memory, 'x.io/gpu?': any(1, '2') });
/** Requests and limits, now and then at odds with each other. */
export const resources = any(
  {},
  map({ requests: amounts }),
  map({ limits: map({ cpu: any('4', 4, '4000m'), memory: any('4Gi', '4096Mi') }), requests: amounts }),
  map({
    'limits!': map({ 'cpu!': '1', 'memory!': '1Gi' }),
    'requests!': map({ 'cpu!': any('1', 1, '1000m'), memory: '1Gi' }),
  }),
);
/** A key of a config map or secret. */
export const key = any('k', 'j');
/** A name of another object. */
export const name = any('a', 'b', 'c');
/** Whether a reference may dangle. */
export const optional = { 'optional?': yes };
/** Small numbers, for fields that count or that say how long. */
export const small = between(0, 5);
