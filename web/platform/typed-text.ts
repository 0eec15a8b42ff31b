import { before, type Control, isTicked, remember, touched, valueIn } from './noted-typing.ts'

/** What a reload must not lose: the values that the visitor has typed or chosen, by the field's place on the page. */
export type TypedField = { place: string; value: string; before: string }

/** The fields that the visitor has changed. Never a password, a card, a code or a file. */
export function readTyped(): TypedField[] {
  return placedControls().flatMap(([place, control]) =>
    touched.has(control) ? [{ place, value: valueIn(control), before: before.get(control) ?? '' }] : [],
  )
}

/** Puts kept values into the fields that still have their first value. @returns the values whose field is not on the page */
export function fillTyped(fields: readonly TypedField[]): TypedField[] {
  const controls = new Map(placedControls())
  return fields.filter(({ place, value, before: first }) => {
    const control = controls.get(place)
    if (!control) return true
    if (!touched.has(control) && valueIn(control) === first) type(control, value)
    return false
  })
}

/** React notices a value that is set past its own property, when the event follows. */
function type(control: Control, value: string): void {
  remember(control)
  const isChoice = isTicked(control)
  const kind = Object.getPrototypeOf(control) as object
  Object.getOwnPropertyDescriptor(kind, isChoice ? 'checked' : 'value')?.set?.call(
    control,
    isChoice ? value === 'true' : value,
  )
  // React listens to the click of a choice.
  if (isChoice) control.dispatchEvent(new Event('click', { bubbles: true }))
  control.dispatchEvent(new Event('input', { bubbles: true }))
  control.dispatchEvent(new Event('change', { bubbles: true }))
}

function placedControls(): [place: string, control: Control][] {
  const counts = new Map<string, number>()
  return [...document.querySelectorAll<Control>('input, textarea, select')].filter(isKept).map((control) => {
    const name = placeOf(control)
    const count = counts.get(name) ?? 0
    counts.set(name, count + 1)
    return [`${name}|${count}`, control]
  })
}

/** The title and description of a dialog are part of the place: the same field of another subject must stay empty. */
function placeOf(control: Control): string {
  const dialog = control.closest('dialog, [role=dialog], [role=alertdialog]')
  const ids = ['aria-labelledby', 'aria-describedby'].flatMap((name) => dialog?.getAttribute(name)?.split(' ') ?? [])
  const texts = ids.map((id) => document.getElementById(id)?.textContent ?? '')
  const choice = isTicked(control) ? control.value : ''
  return [...texts, control.type, control.name, control.labels?.[0]?.textContent ?? '', choice].join('|')
}

const isKept = ({ type: kind, autocomplete }: Control): boolean =>
  !/^(?:password|file|hidden|submit|button|reset|image)$/.test(kind) &&
  !/^(?:cc-|one-time-code|(?:current|new)-password)/.test(autocomplete)
