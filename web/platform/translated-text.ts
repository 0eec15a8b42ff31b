/*
 * A translator such as Chrome's puts the texts of a page into `font` elements of its own, in other places than where React left
 * them. React's next change of such a text then fails, and the page with it. Safari's takes the texts of a paragraph away and adds
 * texts of its own. React's next change then reaches a text that the visitor does not see.
 */

/** Which element a translator has put in the place of a text that it took away. */
const replacements = new WeakMap<Node, Element>()

/** The texts that a translator took out of `parent`, whose children were `before`, and those that it added for them. */
interface Translation {
  parent: Node
  before: readonly Node[]
  taken: readonly Text[]
  added: readonly Text[]
}

/** The translations by each text that was taken out. */
const translations = new WeakMap<Node, Translation>()

/** Lets React change and remove texts that a translator has moved or replaced. */
export function tolerateTranslators(): void {
  const { insertBefore, removeChild } = Node.prototype

  Node.prototype.removeChild = function removeShown<Child extends Node>(this: Node, child: Child): Child {
    putBack(child)
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
    if (next) putBack(next)
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
        putBack(this)
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

/** Puts the texts of a paragraph back where React left them, since another may say what the changed one said. */
function putBack(text: Node): void {
  const translation = text.isConnected ? undefined : translations.get(text)
  if (!translation) return
  const { parent, before, taken, added } = translation
  for (const other of taken) translations.delete(other)
  for (const other of added) {
    // It may have been translated again.
    putBack(other)
    other.remove()
  }
  let last: Node | null = null
  for (const node of before) {
    if (taken.some((other) => other === node) && !node.isConnected)
      parent.insertBefore(node, last ? last.nextSibling : parent.firstChild)
    if (node.parentNode === parent) last = node
  }
}

function noteReplacements(changes: readonly MutationRecord[]): void {
  const taken = new Map<Node, Text[]>()
  for (const [index, { addedNodes, removedNodes, target }] of changes.entries()) {
    for (const text of removedNodes) {
      if (!(text instanceof Text) || text.isConnected) continue
      const font =
        [...addedNodes].find(isFont) ?? fontBeside(changes[index - 1], target) ?? fontBeside(changes[index + 1], target)
      if (font) replacements.set(text, font)
      else taken.set(target, [...(taken.get(target) ?? []), text])
    }
  }
  for (const [parent, texts] of taken)
    noteTranslation(
      parent,
      texts,
      changes.filter(({ target }) => target === parent),
    )
}

/** Notes the texts that React itself replaced too, which it never changes again. */
function noteTranslation(parent: Node, taken: readonly Text[], changes: readonly MutationRecord[]): void {
  const before = childrenBefore(parent, changes)
  const added = [...parent.childNodes].filter((node) => node instanceof Text && !before.includes(node)) as Text[]
  if (added.length > 0) for (const text of taken) translations.set(text, { parent, before, taken, added })
}

function childrenBefore(parent: Node, changes: readonly MutationRecord[]): readonly Node[] {
  let children: Node[] = [...parent.childNodes]
  for (const { addedNodes, removedNodes, nextSibling } of changes.toReversed()) {
    const added = new Set(addedNodes)
    children = children.filter((node) => !added.has(node))
    children.splice(nextSibling ? children.indexOf(nextSibling) : children.length, 0, ...removedNodes)
  }
  return children
}

const isFont = (node: Node): node is Element => node.nodeName === 'FONT'

/** The translator may insert its element just before or just after it removes the text. */
function fontBeside(change: MutationRecord | undefined, target: Node): Element | undefined {
  return change?.target === target ? [...change.addedNodes].find(isFont) : undefined
}
