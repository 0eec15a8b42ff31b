import { refusedFields } from '#web/platform/error-message.ts'
import { localToday } from '#web/platform/local-days.ts'

/** The choice of a person who is not among the dependants yet. */
export const newPerson = 'new'

export type NewDependant = { fullName: string; birthDate: string; relation: string }
export type NewDependantErrors = { [Field in keyof NewDependant]?: string }

/** `dependantId`: empty when the patient attends, `newPerson` for the person whom `newDependant` describes. */
export type AttendeeValues = { dependantId: string; newDependant: NewDependant }

export const emptyAttendee: AttendeeValues = {
  dependantId: '',
  newDependant: { fullName: '', birthDate: '', relation: '' },
}

export function attendeeOf({ dependantId, newDependant }: AttendeeValues) {
  if (dependantId === newPerson) return { newDependant }
  return dependantId ? { dependantId } : {}
}

/** What is missing or wrong about a new person; undefined when nothing is, and for every other choice. */
export function attendeeFaults({ dependantId, newDependant }: AttendeeValues): NewDependantErrors | undefined {
  if (dependantId !== newPerson) return undefined
  const { fullName, birthDate, relation } = newDependant
  const errors: NewDependantErrors = {
    ...(fullName.trim() === '' && { fullName: 'Por favor ingresa su nombre' }),
    ...(birthDate === '' && { birthDate: 'Por favor ingresa la fecha completa' }),
    ...(birthDate > localToday() && { birthDate: 'La fecha está en el futuro' }),
    ...(relation.trim() === '' && { relation: 'Por favor ingresa qué es de ti' }),
  }
  return Object.keys(errors).length > 0 ? errors : undefined
}

const path = 'newDependant.'

/** What the server refused of a new person; undefined when it refused something else. */
export function refusedAttendee(error: unknown): NewDependantErrors | undefined {
  const refused = refusedFields(error).filter((field) => field.path.startsWith(path))
  if (refused.length === 0) return undefined
  return Object.fromEntries(refused.map((field) => [field.path.slice(path.length), field.message]))
}

const fields = ['fullName', 'birthDate', 'relation'] as const

export const newDependantFieldId = (field: keyof NewDependant) => `new-dependant-${field}`

/** Focuses the first field with an error, once it is shown. */
export function focusNewDependant(errors: NewDependantErrors): void {
  const first = fields.find((field) => errors[field] !== undefined)
  if (first === undefined) return
  requestAnimationFrame(() => document.getElementById(newDependantFieldId(first))?.focus())
}
