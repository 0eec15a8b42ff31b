import { type ReactNode, useCallback, useEffect, useId, useSyncExternalStore } from 'react'
import { classNames } from './class-names.ts'
import { tooLongText } from './too-long-text.ts'

/** A limit from which on the length is worth showing before it is reached, and the part of it from which it shows. */
const longLimit = 200
const nearLimit = 0.95

const count = new Intl.NumberFormat('es-UY', { useGrouping: 'always' })

/** `4.120 de 4.000`, from shortly before the limit on. */
export function TextCount({ length, max }: { length: number; max: number }) {
  if (length <= max && (max < longLimit || length < max * nearLimit)) return null
  return (
    <p
      role="status"
      className={classNames('text-right text-sm tabular-nums', length > max ? 'text-red' : 'text-ink-soft')}
    >
      {`${count.format(length)} de ${count.format(max)}`}
    </p>
  )
}

type KeptText = {
  id: string
  error: string | undefined
  count: ReactNode
  /** For the control: a dialog without a form finds by it what it must not send. */
  'data-too-long': true | undefined
}

type Field = { id?: string | undefined; error?: string | undefined; maxLength?: number | undefined }

/**
 * Keeps what was typed or pasted. The browser's own `maxLength` would silently cut a pasted text, so a longer one stays whole, is
 * told with its length, and its form is not sent until it is shortened. Nor is a form with a control that its field has marked by
 * `setCustomValidity`, as half a date, which the form knows as an empty one. The server's limits are the contract's.
 */
export function useKeptText({ id, error, maxLength }: Field): KeptText {
  const ownId = useId()
  const controlId = id ?? ownId
  const subscribe = useCallback((onChange: () => void) => onInput(controlId, onChange), [controlId])
  // Read from the control at each rendering, because the reset of a form writes the value without an event.
  const length = useSyncExternalStore(
    subscribe,
    () => (maxLength === undefined ? 0 : lengthOf(controlOf(controlId))),
    () => 0,
  )
  const isTooLong = maxLength !== undefined && length > maxLength

  useEffect(() => {
    const control = controlOf(controlId)
    if (!control) return undefined
    function onSubmit(event: Event): void {
      if (!control) return
      const { customError } = control.validity
      if (!customError && (maxLength === undefined || lengthOf(control) <= maxLength)) return
      // Before React's handler, which is further up.
      event.preventDefault()
      event.stopImmediatePropagation()
      // Its event asks the field to show why.
      control.checkValidity()
      control.focus()
    }
    const { form } = control
    form?.addEventListener('submit', onSubmit, { capture: true })
    return () => {
      form?.removeEventListener('submit', onSubmit, { capture: true })
    }
  }, [controlId, maxLength])

  return {
    id: controlId,
    error: isTooLong ? tooLongText(maxLength) : error,
    count: maxLength !== undefined && <TextCount length={length} max={maxLength} />,
    'data-too-long': isTooLong || undefined,
  }
}

/** Moves the focus to a text that is too long, and returns whether there is one. */
export function focusTooLong(place: HTMLElement | null): boolean {
  const control = place?.querySelector<HTMLElement>('[data-too-long]')
  control?.focus()
  return control != null
}

/**
 * Listens after React, whose handlers are at the document: a rendering before them would write the old value back into a control
 * that has its text from a state, and the typed letter would be lost.
 */
function onInput(controlId: string, listener: () => void): () => void {
  const listen = ({ target }: Event) => {
    if (target === controlOf(controlId)) listener()
  }
  window.addEventListener('input', listen)
  return () => window.removeEventListener('input', listen)
}

function controlOf(id: string): HTMLInputElement | HTMLTextAreaElement | undefined {
  const control = document.getElementById(id)
  return control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement ? control : undefined
}

/** The server removes spaces around a text, too. */
const lengthOf = (control: { value: string } | undefined) => control?.value.trim().length ?? 0
