import fc from 'fast-check'
import { expect, test } from 'vitest'

import type { Agenda, AgendaCell, AgendaProfessional } from '#contract/agenda.ts'
import { localInstant } from '#web/platform/local-instants.ts'

import { styleAt } from '../appointment-style.ts'
import { dayColumns, hoursAround } from './day-columns.ts'

const date = '2026-11-20'
const longAgo = new Date('2020-01-01T00:00:00Z')
const at = (minute: number) => localInstant({ date, minute })

function professional(hours: [number, number][], durations: readonly number[] = []): AgendaProfessional {
  return {
    id: 'laura',
    name: 'Laura Gómez',
    photoUrl: null,
    hours: hours.map(([startMinute, endMinute]) => ({ weekday: 5, startMinute, endMinute })),
    services: durations.map((durationMinutes) => ({
      id: `${durationMinutes}`,
      name: 'Masaje',
      priceCents: 100_000,
      durationMinutes,
      terms: '1',
    })),
    places: ['center'],
  }
}

function appointment(input: { start: number; end: number } & Partial<AgendaCell>): AgendaCell {
  const { start, end, ...rest } = input
  return {
    id: `${start}-${end}`,
    status: 'confirmed',
    startsAt: at(start),
    endsAt: at(end),
    professionalId: 'laura',
    service: 'Masaje',
    ...rest,
  }
}

function column({
  hours,
  off,
  appointments,
  withCancelled,
  now,
  durations,
}: {
  hours: [number, number][]
  durations?: number[]
  appointments?: AgendaCell[]
  off?: { start: number; end: number }[]
  now?: Date
  withCancelled?: boolean
}) {
  const laura = professional(hours, durations)
  const agenda: Agenda = {
    from: date,
    days: 1,
    professionals: [laura],
    timeOff: (off ?? []).map(({ start, end }) => ({
      id: `${start}`,
      professionalId: laura.id,
      startsAt: at(start),
      endsAt: at(end),
      reason: 'Congreso',
    })),
    appointments: appointments ?? [],
    holidays: [],
  }
  const [firstColumn] = dayColumns({
    agenda,
    dates: [date],
    professionals: [laura],
    withCancelled: withCancelled ?? false,
    now: now ?? longAgo,
  })
  if (!firstColumn) throw new Error('no column')
  return firstColumn
}

test('working time without appointments is free in half hours', () => {
  expect(column({ hours: [[9 * 60, 10 * 60]] }).free).toEqual([
    { start: 540, end: 570 },
    { start: 570, end: 600 },
  ])
})

test('a gap around an appointment is offered when it lasts at least a quarter of an hour', () => {
  const { free } = column({ hours: [[540, 660]], appointments: [appointment({ start: 555, end: 605 })] })
  expect(free).toEqual([
    { start: 540, end: 555 },
    { start: 605, end: 630 },
    { start: 630, end: 660 },
  ])
})

test('a gap into which no service fits is not offered', () => {
  const appointments = [appointment({ start: 600, end: 630 })]
  const starts = (durations: number[]) =>
    column({ hours: [[540, 720]], appointments, durations }).free.map(({ start }) => start)
  expect(starts([60])).toEqual([540, 630, 660])
  expect(starts([60, 30])).toEqual([540, 570, 630, 660, 690])
})

test('a cancelled appointment shows only on request, and leaves its time free', () => {
  const cancelled = appointment({ start: 540, end: 570, status: 'cancelled' })
  const withCancelled = column({ hours: [[540, 570]], appointments: [cancelled], withCancelled: true })
  expect(withCancelled.cards).toHaveLength(1)
  expect(withCancelled.free).toEqual([{ start: 540, end: 570 }])
  expect(column({ hours: [[540, 570]], appointments: [cancelled] }).cards).toEqual([])
})

test('past half hours are not offered, and the current one still is', () => {
  const { free } = column({ hours: [[540, 660]], now: new Date(at(580)) })
  expect(free.map(({ start }) => start)).toEqual([570, 600, 630])
})

test('the calendar shows whole hours around all appointments, also those outside working hours', () => {
  const early = column({ hours: [[545, 600]], appointments: [appointment({ start: 415, end: 480 })] })
  expect(hoursAround([early])).toEqual({ start: 360, end: 600 })
  expect(hoursAround([])).toEqual({ start: 540, end: 1140 })
})

test('no free piece overlaps an appointment or time off, none lies outside of the hours, and no two cards share a lane', () => {
  const span = fc
    .tuple(fc.integer({ min: 0, max: 285 }), fc.integer({ min: 1, max: 48 }))
    .map(([start, length]) => ({ start: start * 5, end: Math.min(1440, (start + length) * 5) }))
  fc.assert(
    fc.property(
      fc.array(span, { maxLength: 4 }),
      fc.array(span, { maxLength: 10 }),
      fc.array(span, { maxLength: 3 }),
      (hours, taken, off) => {
        const { free, cards } = column({
          hours: hours.map(({ start, end }) => [start, end]),
          appointments: taken.map((each, index) => appointment({ ...each, id: String(index) })),
          off,
        })
        const meets = (one: { start: number; end: number }, other: { start: number; end: number }) =>
          one.start < other.end && other.start < one.end
        for (const each of free) {
          expect([...taken, ...off].some((other) => meets(each, other))).toBe(false)
          expect(hours.some(({ start, end }) => start <= each.start && each.end <= end)).toBe(true)
        }
        for (const [index, card] of cards.entries()) {
          expect(card.lane).toBeLessThan(card.lanes)
          const beside = cards.slice(index + 1).filter((other) => meets(card, other))
          expect(beside.every((other) => other.lane !== card.lane)).toBe(true)
        }
      },
    ),
  )
})

test('an appointment says how late the patient is, that it was left open, or that its professional is away', () => {
  const word = (now: number, input: Partial<AgendaCell> = {}, isAway = false) =>
    styleAt({ appointment: appointment({ start: 600, end: 660, ...input }), now: new Date(at(now)), isAway }).word
  expect(word(600)).toBe('Próxima')
  expect(word(610)).toBe('+10 min')
  expect(word(610, { arrivedAt: at(595) })).toBe('Llegó')
  expect(word(660)).toBe('Sin cerrar')
  expect(word(700, { arrivedAt: at(595) })).toBe('Sin cerrar')
  expect(word(700, { status: 'completed' })).toBe('Completada')
  expect(word(540, {}, true)).toBe('En ausencia')
  expect(word(540, { status: 'cancelled' }, true)).toBe('Cancelada')
})
