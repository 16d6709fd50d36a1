// Formatting needs all of the YAML library; in a module of its own, so that it comes when somebody formats.
export { formatText } from '@managed-fields/source';
