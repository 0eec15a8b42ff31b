import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { listRoutes } from './openapi.ts'

const inputOf = (name: string) => listRoutes().find((route) => route.name === name)?.procedure['~orpc'].inputSchema

/**
 * How each route that changes a stored thing knows what its caller read. `version`, `terms`: of the whole thing. A name of
 * another field: the part that the caller saw.
 */
const proofs: Record<string, string> = {
  'accounts.updateProfile': 'version',
  'agenda.arrive': 'version',
  'agenda.cancel': 'terms',
  'agenda.collect': 'version',
  'agenda.complete': 'version',
  'agenda.confirm': 'version',
  'agenda.move': 'version',
  'agenda.noShow': 'version',
  'agenda.refund': 'refundedCents',
  'agenda.reopen': 'version',
  'agenda.undoArrival': 'version',
  'agenda.undoCollection': 'version',
  'appointments.cancel': 'terms',
  'appointments.confirm': 'terms',
  'appointments.move': 'terms',
  'availability.setHours': 'version',
  'checkouts.start': 'totalCents',
  'clinicalRecords.write': 'after',
  'commissions.setRate': 'lastMeasureId',
  'contacts.updateGuest': 'version',
  'dependants.update': 'version',
  'loyalty.redeem': 'seen',
  'loyalty.updateReward': 'version',
  'practice.update': 'version',
  'promotions.update': 'version',
  'team.updateProfessional': 'version',
  'team.updateService': 'version',
  'therapies.bookAgain': 'priceCents',
  'therapies.bookNext': 'priceCents',
  'tills.close': 'lastClosingId',
}

/** Routes that set one value as a whole, or that only their author uses: the last writer's wish is the one to follow. */
const lastWriterWins = [
  'accounts.setAvatar',
  'agenda.setCalled',
  // The patient alone decides about a reader, and the earlier decisions stay in the list.
  'clinicalRecords.decideConsent',
  'commissions.settle',
  'conversations.block',
  'conversations.markRead',
  'loyalty.setRewardActive',
  'notifications.markAllRead',
  'notifications.markRead',
  'notifications.setPreference',
  'notifications.subscribe',
  'practice.setPicture',
  'practice.setPin',
  'practice.setPublic',
  // A review has one author.
  'reviews.update',
  'team.setPhoto',
  'team.setProfessionalActive',
]

describe('a route that changes a stored thing', () => {
  const edits = listRoutes().filter(
    ({ name, method }) => method === 'PUT' || method === 'PATCH' || name in proofs || lastWriterWins.includes(name),
  )

  test.each(edits)('$name carries what its caller read, or says why not', ({ name }) => {
    const proof = proofs[name]
    expect(proof !== undefined || lastWriterWins.includes(name), 'list it in edits.test.ts').toBe(true)
    if (proof === undefined) return
    const input = inputOf(name)
    const fields = input instanceof z.ZodObject ? input.shape : {}
    expect(Object.keys(fields), `${name} takes no ${proof}`).toContain(proof)
  })

  test('of the lists above exists', () => {
    const names = new Set(listRoutes().map(({ name }) => name))
    expect([...Object.keys(proofs), ...lastWriterWins].filter((name) => !names.has(name))).toEqual([])
  })
})
