// The part of the list that the window shows. Positions are points from the top of the list.

/** Browsers limit the height of an element. A longer list is scrolled in proportion. */
const MAX_HEIGHT = 15_000_000;

/** Dispatches `scroll`, and `resize` after a change of its size. */
export class Viewport extends EventTarget {
  #element;
  #content;
  #height = 0;
  #count = 0;
  /** The position of the window minus that of the scroll bar: not 0 in lists that are too long only. */
  #shift = 0;
  #lastScroll = 0;

  constructor(element, content) {
    super();
    this.#element = element;
    this.#content = content;
    element.addEventListener("scroll", () => this.#scrolled(), { passive: true });
    new ResizeObserver(() => this.dispatchEvent(new Event("resize"))).observe(element);
  }

  get width() { return this.#element.clientWidth; }
  get height() { return this.#element.clientHeight; }
  get top() { return this.#element.scrollTop + this.#shift; }
  get listHeight() { return this.#height; }

  /** The position in the content at which a position of the list is drawn. */
  drawn(y) { return y - this.#shift; }

  /** Sets the height of a list of some rows. Their mean height is that of the placeholders. */
  setListHeight(height, count) {
    if (height === this.#height && count === this.#count) return;
    this.#height = height;
    this.#count = count;
    this.#content.style.height = `${Math.min(height, MAX_HEIGHT)}px`;
    this.#content.style.setProperty("--row", `${count > 0 ? height / count : 0}px`);
    if (height <= MAX_HEIGHT) this.#shift = 0;
  }

  /** Sets where placeholders have their images, if any, and their titles. */
  setShape(image, title) {
    this.#content.style.setProperty("--image", `${image ?? -100}px`);
    this.#content.style.setProperty("--title", `${title ?? 16}px`);
  }

  /** Moves the window so that it begins at a position of the list. */
  scrollTo(top) {
    const last = Math.max(0, this.#height - this.height);
    const wanted = Math.min(Math.max(0, top), last);
    if (this.#height > MAX_HEIGHT) {
      const position = (wanted / last) * (MAX_HEIGHT - this.height);
      this.#element.scrollTop = position;
      this.#shift = wanted - this.#element.scrollTop;
    } else {
      this.#element.scrollTop = wanted;
    }
    this.#lastScroll = this.#element.scrollTop;
  }

  #scrolled() {
    const moved = Math.abs(this.#element.scrollTop - this.#lastScroll);
    if (this.#height > MAX_HEIGHT) this.#follow(moved > 2 * this.height);
    this.#lastScroll = this.#element.scrollTop;
    this.dispatchEvent(new Event("scroll"));
  }

  /** In a list that is too long, the scroll bar leads to a share of the list, and the wheel moves by points. */
  #follow(isJump) {
    const position = this.#element.scrollTop;
    const [end, last] = [MAX_HEIGHT - this.height, this.#height - this.height];
    const top = isJump ? (position / end) * last : Math.min(Math.max(0, position + this.#shift), last);
    const share = (top / last) * end;
    const isAtEdge = position <= 0 || position >= end;
    if (!isJump && (isAtEdge || Math.abs(share - position) > this.height)) this.#element.scrollTop = share;
    this.#shift = top - this.#element.scrollTop;
  }
}
