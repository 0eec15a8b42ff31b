import { Link } from '@tanstack/react-router'
import type { ContactDetails } from '#contract/contacts.ts'
import { nameWithAge } from '#contract/dependant-words.ts'
import { localToday } from '#web/platform/local-days.ts'

type DependantsOfPatientProps = { centerId: string; dependants: ContactDetails['dependants'] }

/** The sheets of a patient's dependants who come to the centre. */
export function DependantsOfPatient({ centerId, dependants }: DependantsOfPatientProps) {
  if (dependants.length === 0) return null
  const today = localToday()
  return (
    <p className="mt-2">
      {'También reserva para '}
      {inList(dependants.map(({ id, name, birthDate }) => ({ id, text: nameWithAge({ name, birthDate, today }) }))).map(
        ({ id, text, before }) => (
          <span key={id}>
            {before}
            <Link
              to="/center/dashboard"
              search={{ centro: centerId, seccion: 'pacientes', paciente: `dependant.${id}` }}
              className="link"
              translate="no"
            >
              {text}
            </Link>
          </span>
        ),
      )}
      .
    </p>
  )
}

const list = new Intl.ListFormat('es')

/** Each text with what stands before it in a sentence: a comma, «y», or «e» before the sound of an I. */
function inList<Item extends { text: string }>(items: readonly Item[]): (Item & { before: string })[] {
  const parts = list.formatToParts(items.map(({ text }) => text))
  const befores = parts.flatMap(({ type }, index) => {
    if (type !== 'element') return []
    const previous = parts[index - 1]
    return [previous?.type === 'literal' ? previous.value : '']
  })
  return items.map((item, index) => ({ ...item, before: befores[index] ?? '' }))
}
