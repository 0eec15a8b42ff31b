/*
 * Some password managers write into fields without the events of typing, which are all that forms learn a text from: the visitor
 * sees a filled form, and the form says that it is empty.
 */

type TextField = HTMLInputElement | HTMLTextAreaElement

/** The text that the page's own handlers learned last from each field. */
const heardTexts = new WeakMap<TextField, string>()

/** Before any form handles its submit, tells it the texts and the ticks that its fields have without an event. */
export function hearFilledFields(): void {
  for (const type of ['input', 'change']) addEventListener(type, ({ target }) => note(target), { capture: true })
  // Before the handlers of the form, which are at the document or below.
  addEventListener('submit', ({ target }) => target instanceof HTMLFormElement && reportFields(target), {
    capture: true,
  })
}

function note(target: EventTarget | null): void {
  if (isTextField(target)) heardTexts.set(target, target.value)
}

function reportFields(form: HTMLFormElement): void {
  const fields = [...form.elements]
  const ticked = fields.filter((field) => field instanceof HTMLInputElement && isTickedBox(field))
  const unheard = fields.filter(
    (field) => isTextField(field) && canBeFilled(field) && heardTexts.get(field) !== field.value,
  ) as TextField[]
  // All are read first: the first report may render the form again, which empties the fields that hold what it knows.
  const texts = unheard.map((field) => [field, field.value] as const)
  for (const [field, text] of texts) report(field, text)
  // React listens to the click of a box, and ignores it when it knows the tick. A box is never unticked for a moment, because that
  // could undo what depends on it.
  for (const box of ticked) box.dispatchEvent(new Event('click', { bubbles: true }))
}

const isTextField = (field: unknown): field is TextField =>
  field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement

const isTickedBox = ({ type, checked, disabled }: HTMLInputElement) => type === 'checkbox' && checked && !disabled

/**
 * Neither a list of suggestions nor a date: password managers don't fill them, and emptying one, even for a moment, undoes what was
 * chosen for it.
 */
const canBeFilled = (field: TextField) =>
  /^(?:text|textarea|email|password|tel|url)$/.test(field.type) &&
  field.getAttribute('role') !== 'combobox' &&
  field.dataset.date === undefined &&
  !(field.readOnly || field.disabled || field.value === '')

/**
 * React ignores an event after which a field has the text that React knows, and it may know the text from the script that filled the
 * field: so the field is emptied first.
 */
function report(field: TextField, filled: string): void {
  for (const text of ['', filled]) {
    // React replaces the property of the element itself, and doesn't see what its class's setter writes.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field) as object, 'value')?.set?.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
}
