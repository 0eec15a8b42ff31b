import { describe, expect, it } from 'vitest'

import { presetHours } from '#contract/availability.ts'

import { nextInterval, readWeek, type WeekValues, weekValues } from './week-values.ts'

const monday = (...intervals: { start: string; end: string }[]): WeekValues => ({
  days: [{ intervals }, ...Array.from({ length: 6 }, () => ({ intervals: [] }))],
})

describe('a typed week', () => {
  it('that is left unchanged gives the same hours back', () => {
    expect(readWeek(weekValues(presetHours))).toEqual({ hours: presetHours, errors: {} })
  })

  it('may end at midnight', () => {
    const hours = [{ weekday: 1, startMinute: 1200, endMinute: 1440 }]
    expect(readWeek(monday({ start: '20:00', end: '00:00' })).hours).toEqual(hours)
    expect(readWeek(weekValues(hours)).hours).toEqual(hours)
  })

  it('has an error beside each field that is reversed, overlaps another, or is not a time', () => {
    const messagesOf = (values: WeekValues) =>
      readWeek(values).errors.days?.[0]?.intervals?.map?.((row) => [row?.start?.message, row?.end?.message])
    expect(messagesOf(monday({ start: '10:00', end: '09:00' }))).toEqual([
      [undefined, 'Tiene que terminar después de empezar'],
    ])
    expect(messagesOf(monday({ start: '09:00', end: '12:00' }, { start: '11:00', end: '13:00' }))?.[1]).toEqual([
      'Este horario se superpone con otro del mismo día',
      undefined,
    ])
    expect(messagesOf(monday({ start: '09:00', end: '12:00' }, { start: '11:00', end: '10:00' }))?.[1]).toEqual([
      undefined,
      'Tiene que terminar después de empezar',
    ])
    expect(messagesOf(monday({ start: 'nueve', end: '' }))).toEqual([
      ['Escribe la hora como 09:30', 'Escribe la hora como 09:30'],
    ])
    expect(messagesOf(monday({ start: '09:02', end: '10:00' }))).toEqual([
      ['Las horas van de cinco en cinco minutos', undefined],
    ])
  })
})

describe('a row that is added to a day', () => {
  it('begins with the morning, then with the afternoon an hour after the last interval ends', () => {
    expect(nextInterval([])).toEqual({ start: '09:00', end: '13:00' })
    expect(nextInterval([{ start: '09:00', end: '13:00' }])).toEqual({ start: '14:00', end: '19:00' })
    expect(nextInterval([{ start: '14:00', end: '20:30' }])).toEqual({ start: '21:30', end: '24:00' })
  })

  it('is empty when the day has no room after the last interval, or its end is not a time', () => {
    for (const end of ['23:00', '24:00', '9'])
      expect(nextInterval([{ start: '08:00', end }])).toEqual({ start: '', end: '' })
  })
})
