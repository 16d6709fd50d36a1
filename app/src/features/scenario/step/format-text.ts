// Formatting needs all of the YAML library, so it has a module of its own that is fetched when the user formats.
export { formatText } from '@managed-fields/source';
