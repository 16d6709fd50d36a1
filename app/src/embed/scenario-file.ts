// The reader of YAML is fetched only for those who bring a file.
export { readScenario } from '@managed-fields/scenario';
