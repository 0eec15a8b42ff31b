const words = ['cero', 'un', 'dos', 'tres', 'cuatro', 'cinco', 'seis', 'siete', 'ocho', 'nueve', 'diez']

/** A small number as a sentence spells it before a masculine noun: «siete días». A larger one keeps its figures. */
export const inWords = (count: number): string => words[count] ?? String(count)

/** «15 minutos», «una hora», «24 horas». */
export function minutesInWords(minutes: number): string {
  if (minutes === 60) return 'una hora'
  return minutes > 60 && minutes % 60 === 0 ? `${minutes / 60} horas` : `${minutes} minutos`
}
