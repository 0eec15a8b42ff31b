import type { AgendaAppointment, CancellationChoices } from '#contract/agenda.ts'
import { formatMoney } from '#web/platform/formats.ts'

export type Canceller = 'patient' | 'center'

type Cancellation = {
  by: Canceller
  appointment: Pick<AgendaAppointment, 'person' | 'isByPackage'>
  choices: CancellationChoices
}

export function cancellationWords({ by, appointment: { person, isByPackage }, choices }: Cancellation): string[] {
  const { paidCents, byPatient, byCenter } = choices
  const nothingPaid = 'No hay ningún cobro anotado: no hay nada que devolver.'
  const whom = person?.dependant?.guardianName ?? person?.name ?? 'el paciente'
  if (by === 'center') {
    return [
      isByPackage
        ? 'La sesión vuelve a su bono.'
        : paidCents === null
          ? nothingPaid
          : `Se le devuelve todo lo que pagó: ${formatMoney(byCenter.refundCents)}.`,
      ...(byCenter.points > 0 ? [`Recibe ${byCenter.points} puntos por las molestias.`] : []),
      `Le avisamos por correo a ${whom}, con el motivo que escribas. Si no le puede llegar, te pedimos que llames.`,
      'No se puede deshacer.',
    ]
  }
  if (!byPatient) return []
  return [
    isByPackage ? sessionWords(byPatient) : paidCents === null ? nothingPaid : refundWords({ paidCents, ...byPatient }),
    ...(person && person.kind !== 'guest' ? ['No recibe puntos: cancela el paciente.'] : []),
    `Si tiene activados los avisos, a ${whom} le llega un correo: dice que el centro anotó su pedido.`,
    'No se puede deshacer.',
  ]
}

const sessionWords = ({ refundPercent }: { refundPercent: number }) =>
  refundPercent === 100
    ? 'Cancela a tiempo: la sesión vuelve a su bono.'
    : 'Cancela tarde: según las condiciones del centro, se usa la sesión de su bono.'

function refundWords({
  refundPercent,
  refundCents,
  paidCents,
}: {
  paidCents: number
  refundPercent: number
  refundCents: number
}): string {
  if (refundPercent === 100) return `Cancela a tiempo: se le devuelve todo lo que pagó, ${formatMoney(refundCents)}.`
  if (refundPercent === 0)
    return `Cancela tarde: según las condiciones del centro, no se devuelve nada de los ${formatMoney(paidCents)} que pagó.`
  return `Cancela tarde: se le devuelve el ${refundPercent} % de los ${formatMoney(paidCents)} que pagó, ${formatMoney(refundCents)}.`
}
