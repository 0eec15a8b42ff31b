import { afterEach, expect, test, vi } from 'vitest'
import { formatMomentWithOwn, ownMoment, zoneSentence } from './own-time.ts'

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
  expect([ownMoment(instant), zoneSentence(instant)]).toEqual([own, sentence])
  expect(formatMomentWithOwn(instant)).toBe(`viernes 20 de noviembre, 14:30 (hora de Uruguay; ${own} en tu zona)`)
})

test.each(['17:30:00.001', '17:30:29.999', '17:30:45', '17:30:59.999'])(
  'the seconds of an instant, as in %s, shift neither clock',
  (time) => {
    beIn(-180)
    expect([ownMoment(`2026-11-20T${time}Z`), zoneSentence(`2026-11-20T${time}Z`)]).toEqual([undefined, undefined])
    beIn(330)
    expect(ownMoment(`2026-11-20T${time}Z`)).toBe('23:00')
  },
)

test('a visitor whose clock agrees, as in Buenos Aires, reads no zone', () => {
  beIn(-180)
  expect([ownMoment(instant), zoneSentence(instant)]).toEqual([undefined, undefined])
  expect(formatMomentWithOwn(instant)).toBe('viernes 20 de noviembre, 14:30')
})
