/*
 * A translator such as Chrome's puts the texts of a page into `font` elements of its own, in other places than where React left
 * them. React's next change of such a text then fails, and the page with it.
 */

/** Which element a translator has put in the place of a text that it took away. */
const replacements = new WeakMap<Node, Element>()

/** Lets React change and remove texts that a translator has moved or replaced. */
export function tolerateTranslators(): void {
  const { insertBefore, removeChild } = Node.prototype

  Node.prototype.removeChild = function removeShown<Child extends Node>(this: Node, child: Child): Child {
    if (child.parentNode === this) return removeChild.call(this, child) as Child
    const shown = shownIn(this, child)
    if (shown) removeChild.call(this, shown)
    return child
  }

  Node.prototype.insertBefore = function insertBeforeShown<Child extends Node>(
    this: Node,
    child: Child,
    next: Node | null,
  ): Child {
    const isPlain = !next || next.parentNode === this
    return insertBefore.call(this, child, isPlain ? next : (shownIn(this, next) ?? null)) as Child
  }

  const nodeValue = inheritedProperty(Text.prototype, 'nodeValue')
  if (nodeValue?.set)
    Object.defineProperty(Text.prototype, 'nodeValue', {
      ...nodeValue,
      set(this: Node, text: string | null) {
        nodeValue.set?.call(this, text)
        // The new text is shown again, and the translator translates it.
        if (!this.isConnected) replacements.get(this)?.replaceWith(this)
      },
    })

  new MutationObserver(noteReplacements).observe(document, { childList: true, subtree: true })
}

function inheritedProperty(prototype: object | null, name: string): PropertyDescriptor | undefined {
  if (!prototype) return undefined
  const own = Object.getOwnPropertyDescriptor(prototype, name)
  return own ?? inheritedProperty(Object.getPrototypeOf(prototype) as object | null, name)
}

/** The child of `parent` in which `node` is shown, or that is shown instead of it. */
function shownIn(parent: Node, node: Node): Node | undefined {
  let shown: Node | null = node.isConnected ? node : (replacements.get(node) ?? null)
  while (shown && shown.parentNode !== parent) shown = shown.parentNode
  return shown ?? undefined
}

function noteReplacements(changes: readonly MutationRecord[]): void {
  for (const [index, { addedNodes, removedNodes, target }] of changes.entries()) {
    for (const text of removedNodes) {
      if (!(text instanceof Text) || text.isConnected) continue
      const font =
        [...addedNodes].find(isFont) ?? fontBeside(changes[index - 1], target) ?? fontBeside(changes[index + 1], target)
      if (font) replacements.set(text, font)
    }
  }
}

const isFont = (node: Node): node is Element => node.nodeName === 'FONT'

/** The translator may insert its element just before or just after it removes the text. */
function fontBeside(change: MutationRecord | undefined, target: Node): Element | undefined {
  return change?.target === target ? [...change.addedNodes].find(isFont) : undefined
}
