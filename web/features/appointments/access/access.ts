export type AccessMode = 'register' | 'signIn' | 'checkMail'
export type Access = {
  mode: AccessMode
  busy: boolean
  /** Whether the button was pressed before the form had loaded. */
  pressed?: boolean
}

export const accessLabels: Record<AccessMode, string> = {
  register: 'Crear cuenta y confirmar',
  signIn: 'Iniciar sesión',
  checkMail: 'Ya confirmé mi correo',
}

/** The id of the form inside the confirm step, which the booking's only button submits. */
export const accessFormId = 'booking-access'

/**
 * Submits the form. While every field is empty, it scrolls the form into view and focuses its first field instead of showing errors.
 * @returns false while the form has not loaded
 */
export function submitAccess(): boolean {
  const form = document.getElementById(accessFormId)
  if (!(form instanceof HTMLFormElement)) return false
  const fields = [...form.querySelectorAll<HTMLInputElement>('input:not([type="checkbox"])')]
  const first = fields[0]
  if (
    first &&
    fields.every(({ value }) => value === '') &&
    !fields.includes(document.activeElement as HTMLInputElement)
  ) {
    first.focus()
    form.scrollIntoView({ block: 'start' })
  } else form.requestSubmit()
  return true
}
