import type { Act } from '#server/platform/metrics.ts'

const actOfRoute: ReadonlyMap<string, Act> = new Map([
  ['appointments.hold', 'hold'],
  ['appointments.confirm', 'booking'],
  ['agenda.book', 'booking'],
  ['agenda.bookSeries', 'booking'],
  ['therapies.bookNext', 'booking'],
  ['therapies.bookAgain', 'booking'],
  ['agenda.collect', 'payment'],
])

/**
 * What /metrics counts a call of this route as. A payment online is counted where it is approved (checkouts), and a sign-in by the
 * authentication service.
 */
export function actOf(path: readonly string[]): Act | undefined {
  return actOfRoute.get(path.join('.'))
}
