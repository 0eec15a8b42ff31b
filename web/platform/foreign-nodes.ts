import { afterPageHydrated } from './page-hydrated.tsx'

/*
 * Extensions put elements of their own into a page, often before it is hydrated, or wrap a part of its text: a word, a telephone
 * number. React takes that for a mistake, discards the server's HTML and renders the page again, and what the visitor has typed is lost.
 */

/** The children that each element has in the server's HTML, and the text of each that is no element. */
type Served = ReadonlyMap<Element, readonly (readonly [node: ChildNode, text: string | undefined])[]>

declare global {
  var sendaServed: Served | undefined
}

/** Runs in the head: remembers what the server's HTML has, before the first script that may change it. */
export const noteServed = `document.addEventListener('readystatechange',function(){
if(document.readyState!=='interactive')return
var m=self.sendaServed=new Map
for(var e of document.getElementsByTagName('*'))m.set(e,[].map.call(e.childNodes,function(n){return[n,n.data]}))})`

type Removed = { element: Element; parent: Element; next: ChildNode | null }

/** Calls `hydrate` with the server's texts and without the elements of extensions, which are put back afterwards, and keeps what was typed before. */
export function hydrateAsServed(hydrate: () => void): void {
  const typed = watchTyped()
  const { sendaServed: served } = globalThis
  globalThis.sendaServed = undefined
  if (served) restoreTexts(served)
  const removed = served ? removeForeign(served) : []
  hydrate()
  void afterPageHydrated(async () => {
    for (const { element, parent, next } of removed) {
      if (parent.isConnected) parent.insertBefore(element, next?.parentNode === parent ? next : null)
    }
    typed.restore()
  })
}

/**
 * Takes wrapped, split and replaced texts back to what the server wrote. They stay so: an element of another program around a text
 * would break React's next change of it.
 */
function restoreTexts(served: Served): void {
  for (const [parent, children] of served) {
    if (parent === document.body || !document.body.contains(parent)) continue
    const own = new Set<Node>(children.map(([node]) => node))
    const foreign = [...parent.childNodes].filter((node) => !own.has(node))
    const isAsServed =
      children.every(([node, text]) => node.parentNode === parent && (node as Partial<Text>).data === text) &&
      !foreign.some((node) => node instanceof Text)
    // Where a part of the page itself is elsewhere, its texts do not make it whole.
    const hasElements = children.every(([node]) => !(node instanceof Element) || node.parentNode === parent)
    if (isAsServed || !hasElements) continue
    // An element without a text holds nothing of the page.
    for (const node of foreign) if (node instanceof Text || node.textContent !== '') node.remove()
    restoreChildren(parent, children)
  }
}

/** The page's elements keep their places, and so the focus. */
function restoreChildren(parent: Element, children: readonly (readonly [ChildNode, string | undefined])[]): void {
  let next: ChildNode | null = null
  for (const [node, text] of children.toReversed()) {
    // A translator takes a new text for one that it has yet to translate.
    const isReplaced = node instanceof Text && node.parentNode !== parent
    const child = isReplaced ? document.createTextNode(text ?? '') : node
    if (child instanceof Text && child.data !== text) child.data = text ?? ''
    if (child.parentNode !== parent) parent.insertBefore(child, next)
    next = child
  }
}

/** One that wraps a part of the page stays: that part is there. */
function removeForeign(served: Served): Removed[] {
  const ownNames = new Set(
    [...document.body.children].filter((child) => served.has(child)).map(({ nodeName }) => nodeName),
  )
  const foreign = [...document.body.querySelectorAll('*')].filter(
    (element) => !served.has(element) && element.parentElement && served.has(element.parentElement),
  )
  return foreign.flatMap((element) => {
    const { parentElement: parent, nextSibling: next } = element
    // Directly in the body, React skips an element that is of another kind than its own.
    if (!parent || (parent === document.body && !ownNames.has(element.nodeName))) return []
    if ([...element.querySelectorAll('*')].some((inner) => served.has(inner))) return []
    element.remove()
    return [{ element, parent, next }]
  })
}

export type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
/** A field before hydration, and whether it has a text that the server did not put there. */
export type FieldBefore = { field: Field; isTyped: boolean }

/** Remembers what is typed until the page is hydrated, by the place of each field, for a page that React had to render again. */
function watchTyped(): { restore(): void } {
  const before: FieldBefore[] = listFields().map((field) => ({ field, isTyped: isTyped(field) }))
  const onInput = ({ target }: Event) => {
    for (const entry of before) if (entry.field === target) entry.isTyped = true
  }
  document.addEventListener('input', onInput, { capture: true })
  let focused: Element | null = document.activeElement
  const onFocus = ({ target }: Event) => {
    if (target instanceof Element) focused = target
  }
  document.addEventListener('focusin', onFocus, { capture: true })
  return {
    restore() {
      document.removeEventListener('input', onInput, { capture: true })
      document.removeEventListener('focusin', onFocus, { capture: true })
      // React keeps the server's HTML on almost every page, so what types again is no part of the first scripts.
      if (before.some(({ field }) => !field.isConnected))
        void import('./typed-again.ts').then(({ typeAgain }) => typeAgain(before, focused))
    },
  }
}

export const listFields = () => [...document.querySelectorAll<Field>('main :is(input, textarea, select)')]

function isTyped(field: Field): boolean {
  if (field instanceof HTMLSelectElement)
    return [...field.options].some((option) => option.selected !== option.defaultSelected)
  if (field instanceof HTMLInputElement && isSwitch(field)) return field.checked !== field.defaultChecked
  return field.value !== field.defaultValue
}

export const isSwitch = ({ type }: HTMLInputElement) => type === 'checkbox' || type === 'radio'
