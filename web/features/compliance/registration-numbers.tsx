import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useApi } from '#web/platform/api.ts'

/** The number that each professional declared, which staff compare with the licence, and where it is written. */
export function RegistrationNumbers({ centerId, isSolo }: { centerId: string; isSolo: boolean }) {
  const { queries } = useApi()
  const { data: team } = useQuery(queries.team.get.queryOptions({ input: { centerId } }))
  const professionals = team?.professionals.filter(({ isActive }) => isActive) ?? []
  if (professionals.length === 0) return null
  const areAllDeclared = professionals.every(({ registrationNumber }) => registrationNumber)
  return (
    <div className="grid justify-items-start gap-1">
      <h4 className="text-sm font-semibold">Número de registro declarado</h4>
      <ul className="text-sm">
        {professionals.map(({ id, name, registrationNumber }) => (
          <li key={id} className="wrap-anywhere">
            {!isSolo && (
              <>
                <span translate="no">{name}</span>:{' '}
              </>
            )}
            {registrationNumber || <span className="text-ink-soft">sin número</span>}
          </li>
        ))}
      </ul>
      <Link
        to="/center/dashboard"
        search={{ seccion: 'equipo', centro: centerId }}
        className="link inline-flex min-h-11 items-center text-sm"
      >
        {areAllDeclared ? 'Cambiarlo' : 'Escribirlo'}
        <span className="sr-only">: número de registro</span>
      </Link>
    </div>
  )
}
