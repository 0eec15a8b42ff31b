import { type Field, type FieldBefore, isSwitch, listFields } from './foreign-nodes.ts'

/** Puts what was typed into the fields that React rendered again, each found by its place, and the focus where it was. */
export function typeAgain(before: readonly FieldBefore[], focused: Element | null): void {
  const now = listFields()
  for (const [index, { field, isTyped }] of before.entries()) {
    const next = now[index]
    if (field.isConnected || !next || next.name !== field.name || next.type !== field.type) continue
    if (isTyped) copyTyped(field, next)
    if (field === focused) next.focus({ preventScroll: true })
  }
}

/** Copies the text as if the visitor typed it again: React reads a value only from an event. */
function copyTyped(from: Field, to: Field): void {
  if (from instanceof HTMLInputElement && to instanceof HTMLInputElement && isSwitch(from)) {
    if (from.checked !== to.checked) to.click()
    return
  }
  // React replaces the property of the element itself, so that it notices changes by scripts.
  const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(to) as object, 'value')?.set
  setter?.call(to, from.value)
  for (const type of ['input', 'change']) to.dispatchEvent(new Event(type, { bubbles: true }))
}
