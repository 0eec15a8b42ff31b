import { Link } from '@tanstack/react-router'
import type { Appointment } from '#contract/appointments.ts'
import { errorCode, errorMessage } from '#web/platform/error-message.ts'
import { Banner } from '#web/ui/banner.tsx'

/**
 * Why the patient could not say that a desk booking is theirs, and what they can do: the dialog around it shows the appointment
 * as it is now, with its actions.
 */
export function RefusedAcceptance({ appointment, refusal }: { appointment: Appointment; refusal: unknown }) {
  if (refusal === undefined) return null
  const code = errorCode(refusal)
  return (
    <Banner tone="amber" role="alert" title={titles[code ?? ''] ?? 'Todavía no la confirmamos'}>
      {code === 'appointments.not_changeable' ? whyClosed(appointment) : (texts[code ?? ''] ?? errorMessage(refusal))}
      {code === 'appointments.email_unverified' && (
        <>
          {' '}
          <Link to="/dashboard" search={{ tab: 'profile' }} className="link">
            Ver mi correo en el perfil
          </Link>
        </>
      )}
    </Banner>
  )
}

const titles: Record<string, string> = {
  'request.terms_changed': 'La cita cambió',
  'appointments.not_changeable': 'Ya no se puede confirmar',
  'appointments.not_found': 'Esta cita ya no existe',
}

const texts: Record<string, string> = {
  'request.terms_changed':
    'Cambió mientras la mirabas, así que no la confirmamos. Abajo está como es ahora: si sigue siendo tuya, dilo de nuevo.',
  'appointments.not_found': 'Si crees que hay un error, escríbele al centro.',
}

function whyClosed({ status, cancelledBy }: Appointment): string {
  if (status !== 'cancelled') {
    return 'La hora de la cita ya llegó, y solo se confirma antes. Si tienes dudas, escríbele al centro.'
  }
  if (cancelledBy === 'patient') return 'Figura cancelada por ti. Si todavía la quieres, puedes reservar otra hora.'
  return 'El centro la canceló antes de que la confirmaras. Puedes reservar otra hora, o escribirle.'
}
