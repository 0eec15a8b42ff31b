import { Link, useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { brand } from '#contract/brand.ts'
import { atCenter } from '#contract/center-words.ts'
import { formatMomentWithOwn, formatTimeWithOwn } from '#web/platform/own-time.ts'
import { useHydrated } from '#web/platform/use-hydrated.ts'
import { Anchor } from '#web/ui/anchor.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'

import { AuthFrame } from '../auth-frame.tsx'
import { holdHref, useCurrentHold } from '../current-hold.ts'
import { useMe } from '../use-me.ts'
import { ResendConfirmation } from './resend-confirmation.tsx'

const countdownSeconds = 10

export function ThankYouScreen() {
  const hydrated = useHydrated()
  // The browser keeps this state across reloads; the server does not know it.
  const marked = useLocation({ select: ({ state }) => state.signedUpAs })
  const { data: me } = useMe()
  const address = marked ?? me?.email
  const [stopped, setStopped] = useState(false)
  const hold = useCurrentHold()
  return (
    <AuthFrame title="¡Gracias por registrarte!" intro={`Tu cuenta de ${brand.name} está creada.`}>
      <div className="grid gap-6">
        <Banner
          tone="blue"
          title="Revisa tu correo"
          {...(hydrated &&
            address && {
              action: <ResendConfirmation email={address} label="Reenviar correo" onAsk={() => setStopped(true)} />,
            })}
        >
          Te enviamos un enlace para verificar tu dirección. Si no lo ves en unos minutos, mira en correo no deseado.
          {hydrated && !address && (
            <>
              {' '}
              Para pedir otro,{' '}
              <Link to="/login" className="underline underline-offset-4">
                inicia sesión
              </Link>
              .
            </>
          )}
        </Banner>
        {hold?.holdExpiresAt && (
          <Banner
            tone="green"
            title={`Tu hora sigue guardada hasta las ${formatTimeWithOwn(hold.holdExpiresAt)}`}
            action={
              <Anchor href={holdHref(hold)} className={buttonClass()}>
                Volver a tu reserva
              </Anchor>
            }
          >
            {`${formatMomentWithOwn(hold.startsAt)}, ${atCenter({ centerName: hold.center.name, worksAlone: hold.center.worksAlone, professionalName: hold.professional.name })}. Confirma tu correo antes y termina tu reserva.`}
          </Banner>
        )}
        <p>Mientras tanto, puedes mirar:</p>
        <div className="flex flex-wrap gap-3">
          <Link to="/centers" className={buttonClass()}>
            Buscar centros
          </Link>
          <Link to="/services" className={buttonClass({ variant: 'secondary' })}>
            Ver los servicios
          </Link>
        </div>
        {/* An automatic redirect would hide how long the time is held. */}
        {!hold && <Countdown stopped={stopped} onStop={() => setStopped(true)} />}
      </div>
    </AuthFrame>
  )
}

/** Redirects to the home page, unless the user chooses to keep reading. */
function Countdown({ stopped, onStop }: { stopped: boolean; onStop: () => void }) {
  const router = useRouter()
  const [seconds, setSeconds] = useState(countdownSeconds)

  useEffect(() => {
    if (stopped) return undefined
    const timer = setInterval(() => setSeconds((left) => left - 1), 1000)
    return () => clearInterval(timer)
  }, [stopped])
  const isOver = !stopped && seconds <= 0
  useEffect(() => {
    if (isOver) void router.navigate({ to: '/', replace: true })
  }, [isOver, router])

  if (stopped) {
    return (
      <p role="status">
        <Link to="/" className="link inline-block py-2 font-semibold">
          Ir al inicio
        </Link>
      </p>
    )
  }
  return (
    <div className="flex flex-wrap items-center gap-3 border-t border-line pt-5 text-ink-soft">
      {/* A timer, not a status: screen readers must not hear every second. */}
      <p role="timer">
        Te llevamos al inicio en <span className="tabular-nums">{Math.max(0, seconds)}</span>{' '}
        {seconds === 1 ? 'segundo' : 'segundos'}.
      </p>
      <Button variant="quiet" size="small" onClick={onStop}>
        Quedarme aquí
      </Button>
    </div>
  )
}
