/** Room that is kept for a frame before anybody says how high it is, in CSS pixels; children that are higher decide. */
const reserved = 320;

// The frame lies over the children, so nothing below moves when they change places. It is unseen until it is ready, but
// has its box: without one it would not know how wide it is.
const style = `:host{display:block}
div{position:relative}
slot{display:block}
iframe{position:absolute;inset:0;width:100%;height:100%;border:0;visibility:hidden}
button{position:absolute;inset:auto 12px 12px auto;padding:6px 14px;border:1px solid;border-radius:6px;background:Canvas;color:CanvasText;font:inherit;cursor:pointer}
.ready iframe{visibility:visible}
.ready slot{display:none}`;

/** The inside of the element: its children until there is something better, a button to ask for it, the frame. */
export class Shell {
  readonly #stack = document.createElement('div');
  #shown: HTMLElement | undefined;

  /** Gives the element a shadow tree. Its style is a constructed sheet: policies of hosts refuse style elements. */
  constructor(host: HTMLElement) {
    const root = host.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(style);
    root.adoptedStyleSheets = [sheet];
    this.#stack.append(document.createElement('slot'));
    root.append(this.#stack);
  }

  /** Puts a button or a frame over the children, in place of what was put there before, or nothing. */
  put(shown: HTMLElement | undefined): void {
    this.#shown?.remove();
    this.#shown = shown;
    this.#stack.className = '';
    this.#stack.style.minHeight = '';
    if (shown === undefined) return;
    shown.setAttribute('part', shown.localName);
    this.#stack.append(shown);
  }

  /** Keeps so many CSS pixels for the frame; children that are higher stay as high until it is revealed. */
  fit(height = reserved): void {
    this.#stack.style.minHeight = `${height}px`;
  }

  /** Shows the frame in place of the children. */
  reveal(): void {
    this.#stack.className = 'ready';
  }
}
