import { afterPageHydrated } from './page-hydrated.tsx'

/*
 * Extensions put elements of their own into a page, often before it is hydrated. React takes them for a mistake, discards the server's
 * HTML and renders the page again, and what the visitor has typed is lost.
 */

declare global {
  var sendaParsed: ReadonlySet<Element> | undefined
}

/** Runs in the head: remembers which elements the server's HTML has, before the first script that may add another. */
export const noteParsedElements = `document.addEventListener('readystatechange',function(){
if(document.readyState==='interactive')self.sendaParsed=new Set(document.getElementsByTagName('*'))})`

type Removed = { element: Element; parent: Element; next: ChildNode | null }

/** Calls `hydrate` without the elements of extensions, which are put back afterwards, and keeps what was typed before. */
export function hydrateAsServed(hydrate: () => void): void {
  const typed = watchTyped()
  const removed = removeForeign()
  hydrate()
  void afterPageHydrated(async () => {
    for (const { element, parent, next } of removed) {
      if (parent.isConnected) parent.insertBefore(element, next?.parentNode === parent ? next : null)
    }
    typed.restore()
  })
}

/** One that wraps a part of the page stays: that part is there. */
function removeForeign(): Removed[] {
  const { sendaParsed: parsed } = globalThis
  globalThis.sendaParsed = undefined
  if (!parsed) return []
  const ownNames = new Set(
    [...document.body.children].filter((child) => parsed.has(child)).map(({ nodeName }) => nodeName),
  )
  const foreign = [...document.body.querySelectorAll('*')].filter(
    (element) => !parsed.has(element) && element.parentElement && parsed.has(element.parentElement),
  )
  return foreign.flatMap((element) => {
    const { parentElement: parent, nextSibling: next } = element
    // Directly in the body, React skips an element that is of another kind than its own.
    if (!parent || (parent === document.body && !ownNames.has(element.nodeName))) return []
    if ([...element.querySelectorAll('*')].some((inner) => parsed.has(inner))) return []
    // The translator's own element holds a text of the page.
    if (element.nodeName === 'FONT') return []
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
