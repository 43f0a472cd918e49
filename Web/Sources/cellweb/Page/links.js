// The links of cells lead away from the page.

/** Opens links in tabs of their own, which know nothing of the page. A relative link would lead into it, so it is only text. */
export function bindLinks(element) {
  for (const link of element.querySelectorAll("a")) {
    if (!leadsAway(link.getAttribute("href") ?? "")) { link.replaceWith(...link.childNodes); continue; }
    link.setAttribute("target", "_blank");
    link.setAttribute("rel", "noopener noreferrer");
  }
}

/** Whether an address is absolute, and a browser may open it. */
export function leadsAway(address) { return /^(https?:\/\/|mailto:)/i.test(address) && URL.canParse(address); }
