/** Room that is kept for a frame before anybody says how high it is, in CSS pixels; children that are higher decide. */
const reserved = 480;

// The frame lies over the children, so nothing below moves when they change places. Until it is ready it is there but
// cannot be seen or used: browsers do not draw what is hidden, and a frame that is not drawn never becomes ready.
const style = `:host{display:block;margin-block:1em}
div{position:relative}
slot{display:block}
iframe{position:absolute;inset:0;width:100%;height:100%;border:0}
iframe[inert]{opacity:0}
button{position:absolute;inset:auto 12px 12px auto;padding:6px 14px;border:1px solid;border-radius:6px;font:inherit;cursor:pointer}
button:before{content:"▸ "/""}
.ready{display:none}`;

/** The inside of the element: its children until there is something better, a button to ask for it, the frame. */
export class Shell {
  readonly #stack = document.createElement('div');
  readonly #slot = document.createElement('slot');
  #shown: HTMLElement | undefined;

  /** Gives the element a shadow tree. Its style is a constructed sheet: policies of hosts refuse style elements. */
  constructor(host: HTMLElement) {
    const root = host.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(style);
    root.adoptedStyleSheets = [sheet];
    this.#stack.append(this.#slot);
    root.append(this.#stack);
  }

  /**
   * Puts a button over the children, or a frame, hidden until it is revealed, in place of what was there; and keeps so
   * many CSS pixels for it. Children that are higher stay as high.
   */
  put(shown: HTMLElement | undefined, height = reserved): void {
    this.#shown?.remove();
    this.#shown = shown;
    this.#slot.className = '';
    this.#stack.style.minHeight = `${height}px`;
    if (shown === undefined) return;
    shown.inert = shown.localName === 'iframe';
    shown.setAttribute('part', shown.localName);
    this.#stack.append(shown);
  }

  /** Makes a frame that is revealed so high. Before that, what is below stays where it is. */
  fit(height = reserved): void {
    if (!this.#shown?.inert) this.#stack.style.minHeight = `${height}px`;
  }

  /** Shows the frame in place of the children. */
  reveal(): void {
    this.#slot.className = 'ready';
    if (this.#shown) this.#shown.inert = false;
  }
}
