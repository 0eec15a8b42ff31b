import { inWords } from '#contract/numbers-in-words.ts'

const hoursPerDay = 24

/** What the median says about the reviews of the last months. */
export function reviewTimeText(hours: number): string {
  const days = Math.ceil(hours / hoursPerDay)
  const time = hours === 1 ? 'una hora' : hours <= hoursPerDay ? `${hours} horas` : `${inWords(days)} días`
  return `En los últimos tres meses, la mitad de las revisiones tardó ${time} o menos.`
}
