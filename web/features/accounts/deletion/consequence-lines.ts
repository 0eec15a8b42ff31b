import type { DeletionConsequences, Me } from '#contract/accounts.ts'
import { refundIfCancelledNow } from '#contract/cancellation-sentences.ts'
import { atCenter } from '#contract/center-words.ts'
import { recordYearsAfterClosure } from '#contract/clinical-records.ts'
import { pesos } from '#contract/money.ts'
import { formatLongMoment } from '#web/platform/formats.ts'

/** The identity is sealed, too: otherwise the record would be of no known person. */
const keptRecord = `La ley obliga a guardarla con la identidad de la persona, sellada, unos ${recordYearsAfterClosure} años después del cierre.`

type Costs = Pick<
  DeletionConsequences,
  | 'upcomingAppointments'
  | 'upcomingPayments'
  | 'creditCents'
  | 'points'
  | 'rewards'
  | 'packageSessions'
  | 'pendingRefunds'
>

/** What deleting the account cancels, gives back and takes, one sentence each; the page and the dialog show the same ones. */
export function costLines({
  upcomingAppointments,
  upcomingPayments,
  creditCents,
  points,
  rewards,
  packageSessions,
  pendingRefunds,
}: Costs): string[] {
  return [
    ...countLine(upcomingAppointments, {
      one: 'Se cancela la cita que tienes por delante, y avisamos al centro.',
      many: (count) => `Se cancelan las ${count} citas que tienes por delante, y avisamos a los centros.`,
    }),
    ...paymentLines({ upcomingAppointments, upcomingPayments }),
    ...(creditCents > 0 ? [`Se te devuelve lo que pagaste y no usaste en una cita: ${pesos(creditCents)}.`] : []),
    ...countLine(points, {
      one: 'Pierdes el punto que tienes.',
      many: (count) => `Pierdes los ${count} puntos que tienes.`,
    }),
    ...countLine(rewards, {
      one: 'Pierdes la recompensa que canjeaste y no usaste.',
      many: (count) => `Pierdes las ${count} recompensas que canjeaste y no usaste.`,
    }),
    ...countLine(packageSessions, {
      one: 'Pierdes la sesión que te queda de un bono: antes puedes pedirle al centro que te la devuelva.',
      many: (count) =>
        `Pierdes las ${count} sesiones que te quedan de tus bonos: antes puedes pedirle al centro que te las devuelva.`,
    }),
    ...countLine(pendingRefunds.count, {
      one: `Tu centro todavía debe una devolución de ${pesos(pendingRefunds.cents)}: eliminar la cuenta no la cancela, y quien la espera puede reclamártela.`,
      many: (count) =>
        `Tu centro todavía debe ${count} devoluciones, por ${pesos(pendingRefunds.cents)}: eliminar la cuenta no las cancela, y quienes las esperan pueden reclamártelas.`,
    }),
  ]
}

function paymentLines({
  upcomingAppointments,
  upcomingPayments,
}: Pick<Costs, 'upcomingAppointments' | 'upcomingPayments'>): string[] {
  const { paidCents, refundCents, lostCents, losses } = upcomingPayments
  if (paidCents === 0) return []
  const paid = `Por ${upcomingAppointments === 1 ? 'esa cita' : 'esas citas'} pagaste ${pesos(paidCents)}`
  if (lostCents === 0) return [`${paid}, y se te devuelve todo.`]
  return [
    refundCents === 0
      ? `${paid}: no se te devuelve nada.`
      : `${paid}: se te devuelven ${pesos(refundCents)} y pierdes ${pesos(lostCents)}.`,
    ...losses.map(
      ({ startsAt, cancellation, lostCents: lost, ...center }) =>
        `La cita del ${formatLongMoment(startsAt)} ${atCenter(center)}: ${uncapitalized(refundIfCancelledNow(cancellation, formatLongMoment))} Pierdes ${pesos(lost)}.`,
    ),
  ]
}

const uncapitalized = (text: string): string => `${text.charAt(0).toLowerCase()}${text.slice(1)}`

/** What deleting the account deletes and keeps, one sentence each; things that the account does not have are left out. */
export function consequenceLines(
  consequences: DeletionConsequences,
  userType: Me['userType'],
): { deleted: string[]; remaining: string[] } {
  const { pastAppointments, reviews, dependants } = consequences
  const { messages, payments, recordedPeople, written, staffActions } = consequences
  const isCenter = userType === 'center'
  return {
    deleted: [
      'Se borran tu nombre, tu foto, tu correo, tu teléfono, tu dirección y tu contacto de emergencia.',
      ...(isCenter ? ['Tu centro deja de aparecer en las búsquedas y ya no recibe reservas.'] : []),
      ...costLines(consequences),
      ...countLine(dependants, {
        one: 'Se borra la persona que tienes a cargo.',
        many: (count) => `Se borran las ${count} personas que tienes a cargo.`,
      }),
      ...countLine(messages, {
        one: 'Se borra el mensaje de tus conversaciones con centros, también para ellos.',
        many: (count) => `Se borran los ${count} mensajes de tus conversaciones con centros, también para ellos.`,
      }),
      ...(pastAppointments > 0 ? ['Se borran las notas que los profesionales hayan guardado para sí sobre ti.'] : []),
      ...(written.records > 0 ? ['Se borran las notas que guardaste para ti como profesional.'] : []),
      'Se borran tus avisos y preferencias, los calendarios conectados, las copias de tus datos y lo que le escribiste a nuestro equipo.',
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
        one: 'Tu opinión, sin tu nombre, porque ayuda a otras personas a elegir.',
        many: (count) => `Tus ${count} opiniones, sin tu nombre, porque ayudan a otras personas a elegir.`,
      }),
      ...countLine(payments.count, {
        one: `Tu pago de ${pesos(payments.cents)}, sin tu nombre, porque es parte de las cuentas del centro.`,
        many: (count) =>
          `Tus ${count} pagos, por ${pesos(payments.cents)}, sin tu nombre, porque son parte de las cuentas de los centros.`,
      }),
      ...countLine(recordedPeople, {
        one: `La historia clínica de una persona de tu cuenta, cifrada. ${keptRecord}`,
        many: (count) => `Las historias clínicas de ${count} personas de tu cuenta, cifradas. ${keptRecord}`,
      }),
      ...countLine(written.records, {
        one: 'Las anotaciones clínicas que escribiste en una cita, porque son de la persona que atendiste.',
        many: (count) =>
          `Las anotaciones clínicas que escribiste en ${count} citas, porque son de las personas que atendiste.`,
      }),
      ...countLine(written.messages, {
        one: 'El mensaje que escribiste por un centro, en la conversación con su paciente.',
        many: (count) => `Los ${count} mensajes que escribiste por un centro, en las conversaciones con sus pacientes.`,
      }),
      ...countLine(staffActions, {
        one: 'La medida que nuestro equipo tomó sobre tu cuenta, con su motivo: ese registro no se cambia.',
        many: (count) =>
          `Las ${count} medidas que nuestro equipo tomó sobre tu cuenta, con sus motivos: ese registro no se cambia.`,
      }),
    ],
  }
}

function countLine(count: number, words: { one: string; many: (count: number) => string }): string[] {
  if (count === 0) return []
  return [count === 1 ? words.one : words.many(count)]
}
