import { Link } from '@tanstack/react-router'
import type { ContactDetails } from '#contract/contacts.ts'
import { nameWithAge } from '#contract/dependant-words.ts'
import { localToday } from '#web/platform/local-days.ts'

type DependantsOfPatientProps = { centerId: string; dependants: ContactDetails['dependants'] }

/** The sheets of a patient's dependants who come to the centre. */
export function DependantsOfPatient({ centerId, dependants }: DependantsOfPatientProps) {
  if (dependants.length === 0) return null
  return (
    <p className="mt-2">
      {'También reserva para '}
      {dependants.map(({ id, name, birthDate }, index) => (
        <span key={id}>
          {index > 0 && (index === dependants.length - 1 ? ' y ' : ', ')}
          <Link
            to="/center/dashboard"
            search={{ centro: centerId, seccion: 'pacientes', paciente: `dependant.${id}` }}
            className="link"
            translate="no"
          >
            {nameWithAge({ name, birthDate, today: localToday() })}
          </Link>
        </span>
      ))}
      .
    </p>
  )
}
