/** How long a delayed payment takes, what becomes of the appointment, if there is one, and how the patient learns of the outcome. */
export function whileDeciding({ hasAppointment }: { hasAppointment: boolean }): string {
  const appointment = hasAppointment ? 'Tu cita y su hora quedan como están. ' : ''
  return `Suele tardar unos minutos, y alguna vez el banco se toma hasta dos días hábiles. ${appointment}No pagues otra vez: si se aprueba, se cobra una sola vez. En cuanto se apruebe o se rechace lo ves aquí, sin recargar, y te avisamos por correo.`
}
