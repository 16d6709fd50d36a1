/** A field path as upstream prints it: `.spec.containers[name="web"].image`. */
export type FieldPathText = string;

/** How a manager came to own: by apply, or by any other write. */
export type OwnerOperation = 'Apply' | 'Update';
