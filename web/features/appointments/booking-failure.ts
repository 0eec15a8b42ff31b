import { failureMessage, isConnectionLoss } from '#web/platform/error-message.ts'

/** The server may have carried out a request whose response was lost: the patient reads what is known, and what another press does. */
export const lostConfirmation =
  'No llegó la respuesta y no sabemos si quedó reservada. Toca de nuevo: no se reserva dos veces.'
export const lostHold = 'No llegó la respuesta y no sabemos si la hora quedó guardada. Elígela de nuevo.'

export const bookingFailed = 'No se pudo completar la reserva. Intenta nuevamente.'

/** The message of a failed confirmation: another press returns the same appointment. */
export function confirmationMessage(error: unknown): string {
  return isConnectionLoss(error) ? lostConfirmation : failureMessage(error, { failed: bookingFailed })
}

/** The message of a failed hold: another press holds the same time again. */
export function holdMessage(error: unknown): string {
  return isConnectionLoss(error) ? lostHold : failureMessage(error, { failed: bookingFailed })
}

/** The toast of a failed booking in one press, which another press would repeat on another day. */
export function bookingToast(error: unknown): { title: string; description: string } {
  return isConnectionLoss(error)
    ? {
        title: 'No sabemos si quedó reservada',
        description: 'No llegó la respuesta. Mira tus próximas citas antes de reservar otra vez.',
      }
    : {
        title: 'No se pudo completar la reserva',
        description: failureMessage(error, { failed: 'Intenta nuevamente.' }),
      }
}
