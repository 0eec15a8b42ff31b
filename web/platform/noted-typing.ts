/*
 * What the visitor changes is noted from the first script on, before a form puts its own values into its fields; what keeps it over a
 * reload (typed-text.ts) loads once the page is idle.
 */
export type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** The values of the fields before the visitor changed them. */
export const before = new WeakMap<EventTarget, string>()
export const touched = new WeakSet<EventTarget>()

/** Before the page is hydrated, a field with another value than the server's HTML was typed into. */
export function noteTyping(): void {
  for (const field of document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')) {
    if (isTicked(field) || field.value === field.defaultValue) continue
    before.set(field, field.defaultValue)
    touched.add(field)
  }
  addEventListener('focusin', ({ target }) => isControl(target) && remember(target), true)
  addEventListener('input', ({ target }) => target && touched.add(target), true)
}

export function remember(control: Control): void {
  if (!before.has(control)) before.set(control, valueIn(control))
}

export const valueIn = (control: Control): string => (isTicked(control) ? String(control.checked) : control.value)

export const isTicked = (control: Control): control is HTMLInputElement => /^(?:checkbox|radio)$/.test(control.type)

const isControl = (target: EventTarget | null): target is Control =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
