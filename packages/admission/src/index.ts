export { admissionChain } from './chain.ts';
