import { afterEach, expect, test, vi } from 'vitest'
import { formatMomentWithOwn, momentsOfYear, ownMoment, zoneSentence } from './own-time.ts'

/** A Friday, 14:30 in Uruguay. */
const instant = '2026-11-20T17:30:00Z'

const beIn = (minutesFromUtc: number) => vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(-minutesFromUtc)
afterEach(() => vi.restoreAllMocks())

test.each([
  ['Madrid', 60, '18:30', 'Las horas son las de Uruguay. En tu zona horaria son 4 horas más.'],
  ['Tokio', 540, 'sábado 21 de noviembre, 02:30', 'Las horas son las de Uruguay. En tu zona horaria son 12 horas más.'],
  ['Caracas', -240, '13:30', 'Las horas son las de Uruguay. En tu zona horaria es 1 hora menos.'],
  ['Calcuta', 330, '23:00', 'Las horas son las de Uruguay. En tu zona horaria son 8 h 30 min más.'],
] as const)('a visitor in %s reads whose time it is, and their own', (_, minutesFromUtc, own, sentence) => {
  beIn(minutesFromUtc)
  expect([ownMoment(instant), zoneSentence([instant])]).toEqual([own, { sentence, isMixed: false }])
  expect(formatMomentWithOwn(instant)).toBe(`viernes 20 de noviembre, 14:30 (hora de Uruguay; ${own} en tu zona)`)
})

test.each(['17:30:00.001', '17:30:29.999', '17:30:45', '17:30:59.999'])(
  'the seconds of an instant, as in %s, shift neither clock',
  (time) => {
    beIn(-180)
    expect([ownMoment(`2026-11-20T${time}Z`), zoneSentence([`2026-11-20T${time}Z`])]).toEqual([undefined, undefined])
    beIn(330)
    expect(ownMoment(`2026-11-20T${time}Z`)).toBe('23:00')
  },
)

test('a visitor whose clock agrees, as in Buenos Aires, reads no zone', () => {
  beIn(-180)
  expect([ownMoment(instant), zoneSentence([instant])]).toEqual([undefined, undefined])
  expect(formatMomentWithOwn(instant)).toBe('viernes 20 de noviembre, 14:30')
})

/** A zone whose clock changes on 28 March 2027. */
const changeClock = ({ before, after }: { before: number; after: number }) =>
  vi.spyOn(Date.prototype, 'getTimezoneOffset').mockImplementation(function offset(this: Date) {
    return this.getTime() < Date.parse('2027-03-28T01:00:00Z') ? -before : -after
  })
const [winter, summer] = ['2027-03-26T17:30:00Z', '2027-03-29T17:30:00Z'] as const

test('the note is about the times that are shown, not about the day on which it is read', () => {
  changeClock({ before: 60, after: 120 })
  expect(zoneSentence([winter])?.sentence).toBe('Las horas son las de Uruguay. En tu zona horaria son 4 horas más.')
  expect(zoneSentence([summer])?.sentence).toBe('Las horas son las de Uruguay. En tu zona horaria son 5 horas más.')
})

test.each([
  ['Madrid', 60, 120, 'son 4 o 5 horas más'],
  ['Nueva York', -300, -240, 'son 1 o 2 horas menos'],
  ['Santiago de Chile', -180, -240, 'es la misma hora o es 1 hora menos'],
  ['Terranova', -210, -150, 'son 30 min menos o son 30 min más'],
] as const)(
  'a clock in %s that changes between the times gives no single difference',
  (_, before, after, difference) => {
    changeClock({ before, after })
    const sentence = `Las horas son las de Uruguay. En tu zona horaria ${difference}, según la fecha.`
    expect(zoneSentence([winter, summer])).toEqual({ sentence, isMixed: true })
    expect(zoneSentence(momentsOfYear())).toEqual({ sentence, isMixed: true })
  },
)

test('without times there is no note', () => {
  beIn(60)
  expect(zoneSentence([])).toBeUndefined()
})
