/** Entry point: arithmetic of quantities, without the kinds. */
export * from './validation/amount.ts';
