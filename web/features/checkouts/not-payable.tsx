import { Link } from '@tanstack/react-router'
import type { Place } from '#contract/places.ts'
import { errorCode, errorMessage, isRefusal } from '#web/platform/error-message.ts'
import { buttonClass } from '#web/ui/button-class.ts'

/** What is paid, and where its centre is written to. */
export type PaidThing = {
  centerId: string
  /** `deposit`: of a held time, which its payment would book. */
  kind: 'appointment' | 'deposit' | 'package' | 'direct'
  place?: Place
}

/** Whether the server says that this can't be paid, so that no button may offer it. */
export function isRefusedPayment(error: unknown): boolean {
  return isRefusal(error) && /^(checkouts|packages)\./.test(errorCode(error) ?? '')
}

/** Why nothing can be paid here, and what the patient can do instead. */
export function NotPayable({ error, thing }: { error: unknown; thing: PaidThing }) {
  const code = errorCode(error)
  const isOff = code === 'checkouts.off'
  const isLost = code === 'checkouts.hold_lost'
  const { centerId, kind } = thing
  const isHeld = kind === 'deposit' && isOff
  return (
    <div className="grid gap-4">
      <p role="alert">{isOff ? offText(thing) : errorMessage(error)}</p>
      <div className="flex flex-wrap gap-3">
        {isHeld && (
          <Link to="/book/$centerId" params={{ centerId }} search={{ step: 'confirm' }} className={buttonClass()}>
            Reservar sin seña
          </Link>
        )}
        {(isHeld || isLost) && (
          <Link
            to="/book/$centerId"
            params={{ centerId }}
            search={{ step: 'when' }}
            className={buttonClass({ variant: isHeld ? 'secondary' : 'primary' })}
          >
            Elegir otra hora
          </Link>
        )}
        {(isOff || isLost) && (
          <Link to="/chat" search={{ to: centerId }} className={buttonClass({ variant: 'secondary' })}>
            Escribir al centro
          </Link>
        )}
      </div>
    </div>
  )
}

const off = 'Ahora el centro no puede cobrar en línea.'

/** The centre has no payment account any more, or Senda takes no online payments. */
function offText({ kind, place = 'center' }: PaidThing): string {
  if (kind === 'package') return `${off} Puedes comprar el bono en el centro.`
  if (kind === 'direct') return `${off} Puedes pagar la consulta en el centro.`
  const where = place === 'center' ? 'en el centro' : 'directamente al centro'
  if (kind === 'appointment') return `${off} Tu cita queda como está: la pagas ${where}.`
  return `${off} Por eso no pide la seña: puedes reservar igual la hora, y la pagas entera ${where}.`
}
