/** While the gateway decides on the deposit of a held time. */
export const whileDecidingDeposit =
  'Suele tardar unos minutos. No pagues otra vez: si se aprueba a tiempo, tu hora queda reservada; si se aprueba cuando ya pasó el plazo, te devolvemos la seña entera. En cuanto se decida lo ves aquí, sin recargar, y te avisamos por correo.'

/** How long a delayed payment takes, what becomes of the appointment, if there is one, and how the patient learns of the outcome. */
export function whileDeciding({ hasAppointment }: { hasAppointment: boolean }): string {
  const appointment = hasAppointment ? 'Tu cita y su hora quedan como están. ' : ''
  return `Suele tardar unos minutos, y alguna vez el banco se toma hasta dos días hábiles. ${appointment}No pagues otra vez: si se aprueba, se cobra una sola vez. En cuanto se apruebe o se rechace lo ves aquí, sin recargar, y te avisamos por correo.`
}
