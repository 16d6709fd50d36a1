/** The calls of controller-runtime that are played, by the names of its functions: what its option `mode` takes. */
export const controllerRuntimeModes = [
  ...(['Apply', 'Extract', 'Patch', 'CreateOrUpdate', 'CreateOrPatch'] as const),
  ...(['MergeFrom', 'MergeFromWithOptimisticLock', 'StrategicMergeFrom'] as const),
  ...(['StatusUpdate', 'StatusPatch', 'StatusApply'] as const),
] as const;
