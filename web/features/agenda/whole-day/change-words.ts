import type { DayChange } from '#contract/day-changes.ts'
import { compensationPoints } from '#contract/loyalty-words.ts'
import { formatMoney } from '#web/platform/formats.ts'

const people = (count: number) => (count === 1 ? '1 persona' : `${count} personas`)

export function cancellingWords(change: DayChange): string[] {
  const { changed, notified, toCall, unchanged, refundCents, compensated } = change
  if (changed === 0) return unchanged.length === 0 ? [] : [unchangedWords(unchanged.length)]
  return [
    changed === 1 ? 'Se cancela 1 cita.' : `Se cancelan ${changed} citas.`,
    ...(notified.length > 0
      ? [`${notified.length === 1 ? 'Le' : 'Les'} avisamos por correo a ${people(notified.length)}.`]
      : []),
    ...(toCall.length > 0
      ? [
          `A ${people(toCall.length)} no le${toCall.length === 1 ? '' : 's'} llega el correo: te decimos a quién llamar.`,
        ]
      : []),
    refundCents > 0
      ? `El centro devuelve todo lo que cobró: ${formatMoney(refundCents)} en total.`
      : 'No hay cobros anotados: no hay nada que devolver.',
    ...(compensated > 0
      ? [
          compensated === 1
            ? `1 persona recibe ${compensationPoints} puntos.`
            : `${compensated} personas reciben ${compensationPoints} puntos cada una.`,
        ]
      : []),
    ...(unchanged.length > 0 ? [unchangedWords(unchanged.length)] : []),
    'Las cancelaciones no se pueden deshacer.',
  ]
}

function unchangedWords(count: number): string {
  return count === 1 ? '1 cita se queda como está: ya llegó la persona.' : `${count} citas se quedan como están.`
}

/** The preview of moving a day: how many appointments fit on the new date. */
export function movingWords({ changed, unchanged }: DayChange): string {
  const stays =
    unchanged.length === 0
      ? ''
      : unchanged.length === 1
        ? ' 1 se queda como está.'
        : ` ${unchanged.length} se quedan como están.`
  if (changed === 0) return `Ninguna cita entra.${stays}`
  return `${changed === 1 ? 'Entra 1 cita.' : `Entran ${changed} citas.`}${stays}`
}
