import { ManagedFieldsPlayground } from './element.ts';

declare global {
  interface HTMLElementTagNameMap {
    'managed-fields-playground': ManagedFieldsPlayground;
  }
}

/**
 * Makes `<managed-fields-playground>` known to the page. `base` is the folder in which the playground lies. A second
 * call does nothing, nor does one where there is no screen.
 *
 * @example
 * ```js
 * import { definePlayground } from '@managed-fields/embed';
 *
 * // Where there is no screen, as here, it does nothing.
 * definePlayground('https://fields.example.com/');
 * console.log('customElements' in globalThis);
 * ```
 * ```text
 * false
 * ```
 */
export function definePlayground(base: string): void {
  const name = 'managed-fields-playground';
  if (globalThis.customElements === undefined || customElements.get(name) !== undefined) return;
  ManagedFieldsPlayground.base = base;
  customElements.define(name, ManagedFieldsPlayground);
}
