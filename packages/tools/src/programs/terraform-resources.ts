/** The resources that apply some fields of an object that is there. */
export const fieldResources = [
  'kubernetes_labels',
  'kubernetes_annotations',
  'kubernetes_env',
  'kubernetes_config_map_v1_data',
] as const;

/** One of them. */
export type FieldResource = (typeof fieldResources)[number];
