import { describe, expect, it } from 'vitest'

import { spanOf, timeOffForm } from './time-off-values.ts'
import { isDayOff, spanInWords } from './time-off-words.ts'

const typed = {
  professionalIds: ['a'],
  kind: 'days' as const,
  from: '2026-12-24',
  to: '2026-12-26',
  start: '',
  end: '',
  reason: '',
}
const errorsOf = (values: object) =>
  timeOffForm.safeParse({ ...typed, ...values }).error?.issues.map(({ path, message }) => [path.join('.'), message])

describe('an absence', () => {
  it('of whole days lasts from midnight to midnight in Montevideo', () => {
    const span = spanOf(typed)
    expect(span).toEqual({ startsAt: '2026-12-24T03:00:00.000Z', endsAt: '2026-12-27T03:00:00.000Z' })
    expect(spanInWords(span)).toBe('jue 24 dic al sáb 26 dic')
    expect(isDayOff({ date: '2026-12-25', timeOff: [span] })).toBe(true)
    expect(isDayOff({ date: '2026-12-27', timeOff: [span] })).toBe(false)
  })

  it('of part of a day doesn’t close the whole day', () => {
    const span = spanOf({ ...typed, kind: 'part', start: '14:00', end: '16:30' })
    expect(spanInWords(span)).toBe('jue 24 dic, de 14:00 a 16:30')
    expect(isDayOff({ date: '2026-12-24', timeOff: [span] })).toBe(false)
  })

  it('with a missing or reversed value has an error beside that field', () => {
    expect(errorsOf({ to: '2026-12-23' })).toEqual([['to', 'Tiene que terminar ese día o después']])
    expect(errorsOf({ to: '2028-12-23' })).toEqual([['to', 'Puede durar hasta un año']])
    expect(errorsOf({ kind: 'part', start: '16:00', end: '15:00' })).toEqual([
      ['end', 'Tiene que terminar después de empezar'],
    ])
    expect(errorsOf({ kind: 'part', start: '16', end: '' })?.map(([path]) => path)).toEqual(['start', 'end'])
    expect(errorsOf({ professionalIds: [] })?.[0]).toEqual(['professionalIds', 'Elige al menos a una persona'])
  })
})
