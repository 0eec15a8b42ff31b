import type { Agenda, AgendaCell, AgendaProfessional } from '#contract/agenda.ts'
import { weekdayOf } from '#web/platform/local-days.ts'
import { localClock } from '#web/platform/local-instants.ts'

import { type AppointmentStyle, styleAt } from '../appointment-style.ts'

/** Minutes of one local day; the end is exclusive. */
export type Span = { start: number; end: number }

export type Card = Span & {
  appointment: AgendaCell
  statusStyle: AppointmentStyle
  /** Overlapping cards are placed side by side, each in its own lane. */
  lane: number
  lanes: number
}

export type DayColumn = {
  id: string
  date: string
  professional: AgendaProfessional
  /** The position in the team, which determines the colour of the professional's mark. */
  mark: number
  working: Span[]
  off: (Span & { id: string; reason: string })[]
  cards: Card[]
  /** Free working time in pieces of at most half an hour. */
  free: Span[]
}

/** A shorter gap between two appointments is not offered. */
const shortestFreeMinutes = 15
const pieceMinutes = 30
const minutesPerDay = 24 * 60

export type DayColumnsOptions = {
  agenda: Agenda
  dates: readonly string[]
  professionals: readonly AgendaProfessional[]
  withCancelled: boolean
  now: Date
}

/** The columns of the calendar: by day, and within a day by professional. */
export function dayColumns({ agenda, dates, professionals, withCancelled, now }: DayColumnsOptions): DayColumn[] {
  const clock = localClock(now)
  const cards = cardsByColumn({ agenda, withCancelled })
  return dates.flatMap((date) =>
    professionals.map((professional) => {
      const id = columnId({ date, professionalId: professional.id })
      const working = professional.hours
        .filter(({ weekday }) => weekday === weekdayOf(date))
        .map(({ startMinute, endMinute }) => ({ start: startMinute, end: endMinute }))
        .sort((a, b) => a.start - b.start)
      const off = agenda.timeOff
        .filter(({ professionalId }) => professionalId === professional.id)
        .flatMap(({ id: offId, startsAt, endsAt, reason }) => {
          const span = spanOn({ date, startsAt, endsAt })
          return span ? [{ id: offId, reason, ...span }] : []
        })
      const columnCards = (cards.get(id) ?? []).map((card) => ({
        ...card,
        statusStyle: styleAt({ appointment: card.appointment, now, isAway: off.some((each) => overlap(each, card)) }),
      }))
      const taken = columnCards.filter(({ appointment }) => appointment.status !== 'cancelled')
      const passedMinutes = date < clock.date ? minutesPerDay : date === clock.date ? clock.minute : 0
      return {
        id,
        date,
        professional,
        mark: agenda.professionals.findIndex((each) => each.id === professional.id),
        working,
        off,
        cards: inLanes(columnCards),
        free: withRoom({
          pieces: freePieces({ working, off, taken, passedMinutes }),
          neededMinutes: Math.min(...professional.services.map(({ durationMinutes }) => durationMinutes)),
          passedMinutes,
        }),
      }
    }),
  )
}

export function columnId({ date, professionalId }: { date: string; professionalId: string }): string {
  return `${date}/${professionalId}`
}

/** The span of whole hours that contains all hours and appointments of the columns. */
export function hoursAround(columns: readonly DayColumn[]): Span {
  const spans = columns.flatMap(({ working, cards }) => [...working, ...cards])
  if (spans.length === 0) return { start: 9 * 60, end: 19 * 60 }
  const start = Math.floor(Math.min(...spans.map((span) => span.start)) / 60) * 60
  const end = Math.ceil(Math.max(...spans.map((span) => span.end)) / 60) * 60
  return { start, end }
}

function cardsByColumn({ agenda, withCancelled }: { agenda: Agenda; withCancelled: boolean }) {
  const byColumn = new Map<string, (Span & { appointment: AgendaCell })[]>()
  for (const appointment of agenda.appointments) {
    if (appointment.status === 'cancelled' && !withCancelled) continue
    const { date } = localClock(appointment.startsAt)
    const span = spanOn({ date, ...appointment })
    if (!span) continue
    const id = columnId({ date, professionalId: appointment.professionalId })
    const cards = byColumn.get(id)
    if (cards) cards.push({ ...span, appointment })
    else byColumn.set(id, [{ ...span, appointment }])
  }
  return byColumn
}

function spanOn({ date, startsAt, endsAt }: { date: string; startsAt: string; endsAt: string }): Span | undefined {
  const [from, to] = [localClock(startsAt), localClock(endsAt)]
  const isOtherDay = from.date > date || to.date < date
  const start = from.date < date ? 0 : from.minute
  const end = to.date > date ? minutesPerDay : to.minute
  return isOtherDay || start >= end ? undefined : { start, end }
}

function overlap(one: Span, other: Span): boolean {
  return one.start < other.end && other.start < one.end
}

/** All cards of a connected group of overlaps have the same width. */
function inLanes(cards: readonly Omit<Card, 'lane' | 'lanes'>[]): Card[] {
  const sorted = [...cards].sort((a, b) => a.start - b.start || b.end - a.end)
  const placedCards: Card[] = []
  let group: Card[] = []
  let groupEnd = 0
  for (const card of sorted) {
    if (card.start >= groupEnd) group = []
    const busy = new Set(group.filter(({ end }) => end > card.start).map(({ lane }) => lane))
    let lane = 0
    while (busy.has(lane)) lane += 1
    const next = { ...card, lane, lanes: 1 }
    group.push(next)
    placedCards.push(next)
    groupEnd = Math.max(...group.map(({ end }) => end))
    const lanes = Math.max(...group.map((each) => each.lane)) + 1
    for (const each of group) each.lanes = lanes
  }
  return placedCards
}

/** The pieces at which the shortest service of the professional fits. The piece that is passing takes a person who walks in. */
function withRoom({
  pieces,
  neededMinutes,
  passedMinutes,
}: {
  pieces: readonly Span[]
  neededMinutes: number
  passedMinutes: number
}): Span[] {
  return pieces.filter((piece, index) => {
    if (piece.start <= passedMinutes || !Number.isFinite(neededMinutes)) return true
    let end = piece.end
    for (const next of pieces.slice(index + 1)) {
      if (next.start !== end) break
      end = next.end
    }
    return end - piece.start >= neededMinutes
  })
}

function freePieces({
  off,
  taken,
  working,
  passedMinutes,
}: {
  working: readonly Span[]
  off: readonly Span[]
  taken: readonly Span[]
  passedMinutes: number
}): Span[] {
  const blocked = [...off, ...taken].sort((a, b) => a.start - b.start)
  return working.flatMap(({ start, end }) => {
    const pieces: Span[] = []
    let at = start
    while (at < end) {
      // Pieces start on half hours, also where working hours don't.
      const until = Math.min(end, (Math.floor(at / pieceMinutes) + 1) * pieceMinutes)
      const block = blocked.find((each) => each.start < until && each.end > at)
      const free = { start: at, end: block ? Math.max(at, block.start) : until }
      if (free.end - free.start >= shortestFreeMinutes && free.end > passedMinutes) pieces.push(free)
      at = block ? Math.max(block.end, at + 1) : until
    }
    return pieces
  })
}
