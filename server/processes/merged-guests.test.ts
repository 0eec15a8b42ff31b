import { expect, test } from 'vitest'
import { bookSeries } from '#server/features/appointments/usecases/book-series.ts'
import { cancelSeries } from '#server/features/appointments/usecases/change-series.ts'
import { newId } from '#server/platform/ids.ts'
import { dayMs } from '#server/platform/local-time.ts'
import { countAttempt } from '#server/platform/rate-limit.ts'
import { monday } from '#server/testing/booking.ts'
import { clientOf } from '#server/testing/calling.ts'
import { buildDesk, newGuest } from '#server/testing/desk.ts'
import { withCode } from '#server/testing/errors.ts'
import { sellPackage } from '#server/testing/packages.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { mergeGuestsRoutes } from './merge-guests.ts'

const platform = await testPlatform()
const { db } = platform
const day = (days: number) => new Date(monday.getTime() + days * dayMs)

test('the desk cancels the series of one person only, also when undoing a merge has divided it between two', async () => {
  const desk = await buildDesk(platform)
  const { centerId, serviceId, reception: userId } = desk
  const { row: one } = await desk.book({ startsAt: monday, person: newGuest('Ana Pérez', '099 111 222') })
  const { row: two } = await desk.book({ startsAt: day(1), person: { ...newGuest('Ana Gil'), email: 'gil@correo.uy' } })
  const [guestId, otherId] = [one.guestId ?? '', two.guestId ?? '']
  const { id } = await sellPackage(platform, { centerId, serviceId, kind: 'guest', personId: otherId })
  const starts = [2, 9, 16, 23].map((days) => ({ startsAt: day(days) }))
  const rest = { idempotencyKey: newId(), rhythm: 'weekly', place: 'center', package: { id, sessions: 2 } } as const
  await bookSeries(platform, { userId, centerId, serviceId, starts, person: { kind: 'guest', id: otherId }, ...rest })

  const routes = clientOf(platform, mergeGuestsRoutes.contacts, userId)
  const pair = { centerId, guestId, otherId }
  await routes.mergeGuests({ ...pair, version: (await routes.mergePreview(pair)).version })
  // The package pays for a visit of the one who stays, and so stays with them, as do the visits that it paid for.
  await desk.book({ startsAt: day(3), person: { kind: 'guest', id: guestId }, packageId: id })
  await routes.undoMerge(pair)

  const ofSeries = async () => {
    const rows = db.selectFrom('appointments').where('series_id', 'is not', null).orderBy('series_place')
    return rows.select(['id', 'guest_id as guestId', 'status']).execute()
  }
  const [first] = await ofSeries()
  const change = { ...desk.at(first?.id ?? ''), scope: 'all', by: 'center', reason: 'Cierra' } as const
  const { terms } = await cancelSeries(platform, { ...change, preview: true })
  expect(await cancelSeries(platform, { ...change, terms })).toMatchObject({ changed: 2 })
  expect((await ofSeries()).map(({ guestId: whose, status }) => [whose, status])).toEqual([
    [guestId, 'cancelled'],
    [guestId, 'cancelled'],
    [otherId, 'confirmed'],
    [otherId, 'confirmed'],
  ])
})

test('a receptionist merges and separates two hundred times an hour at most', async () => {
  const desk = await buildDesk(platform)
  const { centerId, reception: userId } = desk
  const { row: one } = await desk.book({ startsAt: monday, person: newGuest('Ana Pérez', '099 111 222') })
  const { row: two } = await desk.book({ startsAt: day(1), person: newGuest('Ana Perez') })
  const routes = clientOf(platform, mergeGuestsRoutes.contacts, userId)
  const pair = { centerId, guestId: one.guestId ?? '', otherId: two.guestId ?? '' }
  const { version } = await routes.mergePreview(pair)
  const attempt = { name: 'contacts.merges', key: userId, limit: 200, windowSeconds: 3600 }
  for (let n = 0; n < 199; n++) await countAttempt(platform, attempt)
  await routes.mergeGuests({ ...pair, version })
  await expect(routes.undoMerge(pair)).rejects.toEqual(withCode('request.too_many'))
  await clientOf(platform, mergeGuestsRoutes.contacts, desk.owner).undoMerge(pair)
})
