/** A field path as upstream prints it: `.spec.containers[name="web"].image`. */
export type FieldPathText = string;

/** How a manager wrote: by apply, or by any other request. */
export type OwnerOperation = 'Apply' | 'Update';
