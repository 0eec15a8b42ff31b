import MapPin from 'lucide-react/icons/map-pin'
import Phone from 'lucide-react/icons/phone'

import type { Appointment } from '#contract/appointments.ts'
import type { CenterProfile } from '#contract/centers.ts'
import { CenterMap } from '#web/features/centers/map/center-map.tsx'
import { telHref } from '#web/platform/formats.ts'

import { directionsHref } from './directions.ts'

const linkClass = 'link inline-flex min-h-11 items-center gap-2 [&_svg]:size-5'

/** The centre's telephone and, for an appointment there, its map and a link to directions. */
export function DirectionsSection({ appointment, center }: { appointment: Appointment; center: CenterProfile }) {
  const { latitude, longitude } = center
  const { phone } = appointment.center
  const isThere = appointment.place === 'center'
  if (!isThere && !phone) return null
  return (
    <section aria-labelledby="directions" className="grid gap-3">
      <h2 id="directions" className="text-lg">
        {isThere ? 'Cómo llegar' : 'Si tienes dudas'}
      </h2>
      {isThere && <CenterMap center={center} />}
      <div className="flex flex-wrap gap-x-6">
        {isThere && (
          <a
            href={directionsHref({ ...appointment.center, latitude, longitude })}
            target="_blank"
            rel="noopener noreferrer"
            className={linkClass}
          >
            <MapPin aria-hidden="true" />
            Ver cómo llegar
            <span className="sr-only"> (se abre en otra pestaña)</span>
          </a>
        )}
        {phone && (
          <a href={telHref(phone)} className={linkClass}>
            <Phone aria-hidden="true" />
            {`Llamar al centro: ${phone}`}
          </a>
        )}
      </div>
    </section>
  )
}
