import { Link } from '@tanstack/react-router'

import type { Appointment } from '#contract/appointments.ts'
import { formatLongMoment } from '#web/platform/formats.ts'
import { formatMomentWithOwn } from '#web/platform/own-time.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'

export type HoldElsewhereProps = {
  hold: Appointment
  /** The time in the link that led here, which waits for the visitor's decision. */
  linkedTimeAt: string | undefined
  pending: boolean
  onTake: () => void
}

/** A visitor can hold one time only. The notice names the held time and warns that holding a time here releases it. */
export function HoldElsewhere({ hold, linkedTimeAt, pending, onTake }: HoldElsewhereProps) {
  const held = formatMomentWithOwn(hold.startsAt)
  return (
    <Banner
      tone="blue"
      title={`Tienes una hora guardada en ${hold.center.name}`}
      action={
        <div className="flex flex-wrap gap-2">
          {linkedTimeAt && (
            <Button size="small" pending={pending} pendingLabel="Guardando…" onClick={onTake}>
              {`Guardar ${formatLongMoment(linkedTimeAt)}`}
            </Button>
          )}
          <Link
            to="/book/$centerId"
            params={{ centerId: hold.center.id }}
            className={buttonClass({ variant: 'secondary', size: 'small' })}
          >
            Terminar esa reserva
          </Link>
        </div>
      }
    >
      {linkedTimeAt
        ? `${held}. Si guardas la hora que elegiste aquí (${formatLongMoment(linkedTimeAt)}), aquella queda libre.`
        : `${held}. Si eliges una hora aquí, aquella queda libre.`}
    </Banner>
  )
}
