/** Entry point: `kubectl describe` and `kubectl rollout history`, which are loaded when one of them is run. */
export { runDescribe } from './describe/describe-verb.ts';
export { runRolloutHistory } from './rollout-history-verb.ts';
