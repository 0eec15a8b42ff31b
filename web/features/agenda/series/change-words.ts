import type { DayChange } from '#contract/day-changes.ts'
import { compensationPoints } from '#contract/loyalty-words.ts'
import { countedAppointments } from '#contract/series.ts'
import { formatMoney } from '#web/platform/formats.ts'
import type { Canceller } from '../actions/cancellation-words.ts'

const callText = 'No le llega correo: te pedimos que llames.'

type Words = { change: DayChange; by: Canceller; isByPackage: boolean }

/** What cancelling several appointments of one person does. */
export function seriesCancellationWords({ change, by, isByPackage }: Words): string[] {
  const { changed, toCall, notified, unchanged, compensated } = change
  if (changed === 0) return ['No queda ninguna que se pueda cancelar.']
  return [
    changed === 1
      ? 'Se cancela 1 cita, y su hora queda libre.'
      : `Se cancelan ${changed} citas, y sus horas quedan libres.`,
    refundText({ change, by }),
    ...(isByPackage ? [packageText[by]] : []),
    ...(compensated > 0 ? [`Recibe ${compensated * compensationPoints} puntos por las molestias.`] : []),
    ...(notified.length > 0 ? ['Le avisamos con un solo correo, con todas las fechas.'] : []),
    ...(toCall.length > 0 ? [callText] : []),
    ...(unchanged.length > 0 ? [`${stayText(unchanged.length)}: ya llegó, o ya no se puede cancelar.`] : []),
    'No se puede deshacer.',
  ]
}

const packageText = {
  center: 'Las sesiones que pagaba su bono vuelven a él.',
  patient: 'Vuelven a su bono las sesiones que cancela a tiempo.',
}

function refundText({ change: { refundCents }, by }: Pick<Words, 'change' | 'by'>): string {
  if (refundCents === 0) return 'No hay nada que devolver.'
  const total = `${formatMoney(refundCents)} en total`
  return by === 'center'
    ? `Se le devuelve todo lo que pagó: ${total}.`
    : `Según las condiciones del centro, se le devuelven ${total}.`
}

function stayText(count: number): string {
  return count === 1 ? '1 cita se queda como está' : `${count} citas se quedan como están`
}

/** What moving several appointments of one person would do. */
export function seriesMoveText({ changed, unchanged }: DayChange): string {
  if (changed + unchanged.length === 0) return 'No queda ninguna que se pueda mover.'
  if (changed === 0) return `Ninguna entra. ${stayText(unchanged.length)}:`
  const enter = `${changed === 1 ? 'Entra' : 'Entran'} ${countedAppointments(changed)}`
  return unchanged.length === 0 ? `${enter}: están libres.` : `${enter}. ${stayText(unchanged.length)}:`
}

export function movedTitle(count: number): string {
  return count === 1 ? 'Se movió 1 cita' : `Se movieron ${count} citas`
}

export function cancelledTitle(count: number): string {
  return count === 1 ? 'Se canceló 1 cita' : `Se cancelaron ${count} citas`
}
