import type { DeletionConsequences, Me } from '#contract/accounts.ts'

/** What deleting the account deletes and keeps, one sentence each; things that the account does not have are left out. */
export function consequenceLines(
  { upcomingAppointments, pastAppointments, reviews, dependants }: DeletionConsequences,
  userType: Me['userType'],
): { deleted: string[]; remaining: string[] } {
  const isCenter = userType === 'center'
  return {
    deleted: [
      'Se borran tu nombre, tu foto, tu correo, tu teléfono, tu dirección y tu contacto de emergencia.',
      ...(isCenter ? ['Tu centro deja de aparecer en las búsquedas y ya no recibe reservas.'] : []),
      ...countLine(upcomingAppointments, {
        one: 'Se cancela la cita que tienes por delante, y avisamos al centro.',
        many: (count) => `Se cancelan las ${count} citas que tienes por delante, y avisamos a los centros.`,
      }),
      ...countLine(dependants, {
        one: 'Se borra la persona que tienes a cargo.',
        many: (count) => `Se borran las ${count} personas que tienes a cargo.`,
      }),
      'Se cierran todas tus sesiones, y nadie podrá entrar más con esta cuenta.',
    ],
    remaining: [
      ...(isCenter
        ? ['El nombre de tu centro y los de sus profesionales, en el historial de las personas que atendieron.']
        : []),
      ...countLine(pastAppointments, {
        one: 'Tu cita pasada, sin tu nombre, porque es también parte de la agenda del centro.',
        many: (count) =>
          `Tus ${count} citas pasadas, sin tu nombre, porque son también parte de la agenda de los centros.`,
      }),
      ...countLine(reviews, {
        one: 'Tu reseña, sin tu nombre, porque ayuda a otras personas a elegir.',
        many: (count) => `Tus ${count} reseñas, sin tu nombre, porque ayudan a otras personas a elegir.`,
      }),
    ],
  }
}

function countLine(count: number, words: { one: string; many: (count: number) => string }): string[] {
  if (count === 0) return []
  return [count === 1 ? words.one : words.many(count)]
}
