import { Link } from '@tanstack/react-router'

import { Banner } from '#web/ui/banner.tsx'

import { completenessPlaces } from '../profile/completeness-places.ts'
import { useOwnCenter } from '../profile/use-own-center.ts'

/** What the owner still owes before strangers find the centre; nothing once they do. */
export function ToPublish({ centerId }: { centerId: string }) {
  const { data: own } = useOwnCenter({ centerId })
  if (!own || (own.isApproved && own.isPublic)) return null
  // Once approved, only showing the page is left; the rest is for the profile to say.
  const missing = own.completeness.filter(({ key, done }) => !done && (!own.isApproved || key === 'public'))
  return (
    <Banner tone="amber" title={missing.length > 0 ? 'Para publicarte falta:' : 'Estamos comprobando tu centro'}>
      {missing.length > 0 ? (
        <ul className="flex flex-wrap gap-x-5">
          {missing.map(({ key }) => {
            const place = completenessPlaces[key]
            return (
              <li key={key}>
                <Link
                  to="/center/dashboard"
                  search={{ seccion: 'section' in place ? place.section : 'perfil', centro: centerId }}
                  className="link inline-flex min-h-11 items-center"
                >
                  {place.label}
                </Link>
              </li>
            )
          })}
        </ul>
      ) : (
        'De tu parte no falta nada. Cuando lo aprobemos, tu página aparece en la búsqueda y te avisamos por correo.'
      )}
    </Banner>
  )
}
