import { zone } from '#contract/calendar.ts'
import type { CenterSearch } from '#contract/center-search.ts'
import { addDays, localDays } from '#server/platform/local-time.ts'

/** A day, or a weekend, as a search filters by it. */
export type Days = Exclude<NonNullable<CenterSearch['when']>, 'todayOrLater'>

export type NamedDay = { value: Days; label: string; from: number; to: number }

const weekdays = ['Lunes', 'Martes', 'Miércoles', 'Jueves', 'Viernes', 'Sábado', 'Domingo'] as const
const foldedWeekdays = ['lunes', 'martes', 'miercoles', 'jueves', 'viernes', 'sabado', 'domingo']

const relative: readonly { typed: RegExp; daysAhead: number }[] = [
  { typed: /\b(?:para )?pasado manana\b/, daysAhead: 2 },
  { typed: /\b(?:para )?hoy(?: mismo)?\b/, daysAhead: 0 },
  { typed: /\b(?:para )?manana\b/, daysAhead: 1 },
]
const weekend = /\b(?:(?:este|el|los|para el) )?(?:fin(?:es)? de semana|finde(?:s)?)\b/
const weekday =
  /\b(?:(?:(?:para )?el|los|este|proximo|el proximo) )?(lunes|martes|miercoles|jueves|viernes|sabado|domingo)s?\b/g

/** The next days that a folded text names. A Saturday together with a Sunday is the weekend. */
export function daysNamed(folded: string, { today }: { today: string }): NamedDay[] {
  const found: NamedDay[] = []
  let rest = folded
  for (const { typed, daysAhead } of relative) {
    const match = typed.exec(rest)
    if (!match) continue
    const span = { from: match.index, to: match.index + match[0].length }
    found.push({ ...relativeDay({ daysAhead, today }), ...span })
    rest = rest.slice(0, span.from) + '#'.repeat(match[0].length) + rest.slice(span.to)
  }
  const weekendMatch = weekend.exec(rest)
  if (weekendMatch) found.push({ ...wholeWeekend, ...spanOf(weekendMatch) })
  const named = [...rest.matchAll(weekday)].map((match) => ({ name: match[1] ?? '', ...spanOf(match) }))
  const isWeekend = ['sabado', 'domingo'].every((day) => named.some(({ name }) => name === day))
  for (const { name, ...span } of named) {
    found.push({ ...(isWeekend ? wholeWeekend : comingWeekday({ name, today })), ...span })
  }
  return found
}

const wholeWeekend = { value: 'weekend', label: 'Este fin de semana' } as const

const spanOf = (match: RegExpExecArray | RegExpMatchArray) => {
  const from = match.index ?? 0
  return { from, to: from + match[0].length }
}

function relativeDay({ daysAhead, today }: { daysAhead: number; today: string }): Pick<NamedDay, 'value' | 'label'> {
  if (daysAhead === 0) return { value: 'today', label: 'Hoy' }
  if (daysAhead === 1) return { value: 'tomorrow', label: 'Mañana' }
  return { value: addDays({ day: today, days: daysAhead }), label: 'Pasado mañana' }
}

function comingWeekday({ name, today }: { name: string; today: string }): Pick<NamedDay, 'value' | 'label'> {
  const index = foldedWeekdays.indexOf(name)
  const coming = localDays({ zone, from: today, days: 7 }).find(({ weekday: number }) => number === index + 1)
  return { value: coming?.date ?? today, label: weekdays[index] ?? name }
}
