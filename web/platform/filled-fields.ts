/*
 * Some password managers write into fields without the events of typing, which are all that forms learn a text from: the visitor
 * sees a filled form, and the form says that it is empty.
 */

/** The text that the page's own handlers learned last from each field. */
const heardTexts = new WeakMap<HTMLInputElement, string>()

/** Before any form handles its submit, tells it the texts that its fields have without an event. */
export function hearFilledFields(): void {
  for (const type of ['input', 'change']) addEventListener(type, ({ target }) => note(target), { capture: true })
  // Before the handlers of the form, which are at the document or below.
  addEventListener('submit', ({ target }) => target instanceof HTMLFormElement && reportTexts(target), {
    capture: true,
  })
}

function note(target: EventTarget | null): void {
  if (target instanceof HTMLInputElement) heardTexts.set(target, target.value)
}

function reportTexts(form: HTMLFormElement): void {
  const unheard = [...form.elements].filter(
    (field) => field instanceof HTMLInputElement && canBeFilled(field) && heardTexts.get(field) !== field.value,
  ) as HTMLInputElement[]
  // All are read first: the first report may render the form again, which empties the fields that hold what it knows.
  const texts = unheard.map((field) => [field, field.value] as const)
  for (const [field, text] of texts) report(field, text)
}

/**
 * Neither a list of suggestions nor a date: password managers don't fill them, and emptying one, even for a moment, undoes what was
 * chosen for it.
 */
const canBeFilled = (field: HTMLInputElement) =>
  /^(?:text|email|password|tel|url)$/.test(field.type) &&
  field.getAttribute('role') !== 'combobox' &&
  !(field.readOnly || field.disabled || field.value === '')

/**
 * React ignores an event after which a field has the text that React knows, and it may know the text from the script that filled the
 * field: so the field is emptied first.
 */
function report(field: HTMLInputElement, filled: string): void {
  for (const text of ['', filled]) {
    // React replaces the property of the element itself, and doesn't see what its class's setter writes.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
}
