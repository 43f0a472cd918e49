// The words of the search, marked where rows show them. A row can also be there for a word that it cuts or hides.

/** Slots whose texts are not searched. */
const OTHERS = new Set(["image", "avatars", "icons", "actions", "control", "accessory", "rating"]);
/** Marks, and characters that are not drawn. */
const DROPPED = /[\p{M}\p{Default_Ignorable_Code_Point}]/gu;
/** Letters that are compared as others. */
const PLAIN = { ß: "ss", æ: "ae", œ: "oe", ø: "o", đ: "d", ł: "l", ħ: "h", ŧ: "t" };

/** Marks words with a highlight of CSS, which changes no element. */
export class Hits {
  #highlight = "highlights" in CSS ? new Highlight() : null;

  constructor() {
    if (this.#highlight) CSS.highlights.set("hit", this.#highlight);
  }

  /** Marks the words in the texts of some rows, and nothing else. */
  mark(words, views) {
    if (!this.#highlight) return;
    this.#highlight.clear();
    const folded = words.map((word) => fold(word).text);
    if (folded.length === 0) return;
    for (const view of views) if (!view.isSection) this.#markRow(folded, view.element);
  }

  #markRow(words, element) {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const node = texts.currentNode;
      if (OTHERS.has(node.parentElement.closest("[data-slot]")?.dataset.slot)) continue;
      const { text, starts } = fold(node.data);
      for (const word of words) {
        for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
          const range = new Range();
          range.setStart(node, starts ? starts[at] : at);
          range.setEnd(node, starts ? starts[at + word.length] : at + word.length);
          this.#highlight.add(range);
        }
      }
    }
  }
}

/**
 * A text without case and marks, as celld compares texts. `starts` has the position in the original for each position in the
 * folded text, and its end; it is null if they are the same.
 */
function fold(original) {
  if (/^[\x00-\x7f]*$/.test(original)) return { text: original.toLowerCase(), starts: null };
  let [text, at] = ["", 0];
  const starts = [];
  for (const character of original) {
    const form = /[\uff00-\uffef]/.test(character) ? "NFKD" : "NFD";
    const letter = character.normalize(form).replace(DROPPED, "").replace(/\s/gu, " ").toLowerCase();
    const folded = PLAIN[letter] ?? letter;
    for (let unit = 0; unit < folded.length; unit++) starts.push(at);
    text += folded;
    at += character.length;
  }
  return { text, starts: [...starts, at] };
}
