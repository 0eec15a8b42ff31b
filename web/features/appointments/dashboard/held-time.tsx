import { Link } from '@tanstack/react-router'

import { formatLongMoment } from '#web/platform/formats.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { toast } from '#web/ui/toast.ts'

import { useReleaseHold } from '../api/release-hold.ts'
import { HoldCountdown } from '../hold-countdown.tsx'
import { useHold } from '../use-hold.ts'

/** An unconfirmed booking. It expires, so it is shown above everything else. */
export function HeldTime() {
  const { appointment: hold, clear } = useHold()
  const release = useReleaseHold()
  if (!hold?.holdExpiresAt) return null
  return (
    <section aria-label="Tu hora guardada">
      <Banner
        tone="amber"
        title={`Tienes una hora guardada en ${hold.center.name}`}
        action={
          <div className="flex flex-wrap gap-2">
            <Link to="/book/$centerId" params={{ centerId: hold.center.id }} className={buttonClass()}>
              Terminar la reserva
            </Link>
            <Button variant="quiet" onClick={() => release.mutate(undefined)}>
              Soltar la hora
            </Button>
          </div>
        }
      >
        <p>
          {hold.service.name}
          {', '}
          {formatLongMoment(hold.startsAt)}
          {', con '}
          {hold.professional.name}. Todavía no está confirmada.
        </p>
        <HoldCountdown
          expiresAt={hold.holdExpiresAt}
          onExpire={() => {
            clear()
            toast({
              title: 'La hora guardada venció',
              description: 'Quedó libre; puedes elegirla de nuevo si sigue ahí.',
            })
          }}
        />
      </Banner>
    </section>
  )
}
