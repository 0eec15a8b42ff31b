import { Link } from '@tanstack/react-router'
import Footprints from 'lucide-react/icons/footprints'

import { usePublication } from '#web/features/compliance/publication-panel.tsx'

/** The way back to the first steps, until the practice is on view and takes bookings. */
export function FirstStepsLink({ centerId }: { centerId: string }) {
  const { data } = usePublication({ centerId })
  if (!data || data.state === 'published' || data.state === 'paused' || data.state === 'hidden') return null
  return (
    <Link
      to="/center-welcome"
      className="flex min-h-11 items-center gap-3 rounded-card border border-line bg-panel px-4 py-3 hover:border-control"
    >
      <Footprints aria-hidden="true" className="size-5 shrink-0 text-action" />
      <span>
        <span className="font-semibold">Primeros pasos.</span> Mira qué ya está pronto y qué sigue.
      </span>
    </Link>
  )
}
