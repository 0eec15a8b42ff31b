import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { listRoutes } from './openapi.ts'

const inputOf = (name: string) => listRoutes().find((route) => route.name === name)?.procedure['~orpc'].inputSchema

/**
 * The field by which each route that changes a stored thing knows what its caller read: `version` or `terms` for the whole
 * thing, another one for the part that the caller saw.
 */
const proofs: Record<string, string> = {
  'accounts.deleteAccount': 'terms',
  'accounts.updateProfile': 'version',
  'agenda.arrive': 'version',
  'agenda.book': 'terms',
  'agenda.bookSeries': 'terms',
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
  'agenda.cancelDay': 'terms',
  'agenda.cancelSeries': 'terms',
  'agenda.cancelUnconfirmed': 'appointmentIds',
  'agenda.moveDay': 'terms',
  'agenda.moveSeries': 'terms',
  'appointments.accept': 'terms',
  'appointments.cancel': 'terms',
  'appointments.confirm': 'terms',
  'appointments.move': 'terms',
  'availability.addTimeOff': 'terms',
  'availability.setHours': 'version',
  'checkouts.settle': 'terms',
  'checkouts.start': 'terms',
  'clinicalRecords.saveDraft': 'version',
  'clinicalRecords.saveWorkingNote': 'version',
  'clinicalRecords.write': 'after',
  'commissions.setRate': 'lastActionId',
  'contacts.mergeGuests': 'version',
  'contacts.updateFacts': 'version',
  'contacts.updateGuest': 'version',
  'dependants.update': 'version',
  'invoicing.recordNumber': 'version',
  'invoicing.updateCenter': 'version',
  'invoicing.updateOwn': 'version',
  'loyalty.answerReward': 'version',
  'loyalty.redeem': 'seen',
  'loyalty.updateReward': 'version',
  'operator.updateWords': 'version',
  'packages.collect': 'paidCents',
  'packages.refund': 'refundCents',
  'packages.refundOwn': 'refundCents',
  'packages.sell': 'terms',
  'packages.updateOffer': 'version',
  'practice.update': 'version',
  'promotions.update': 'version',
  'team.updateProfessional': 'version',
  'team.updateService': 'version',
  'therapies.bookAgain': 'terms',
  'therapies.bookNext': 'terms',
  'tills.close': 'lastClosingId',
}

/** Routes that set one value as a whole, or that only their author uses: the last writer's wish is the one to follow. */
const lastWriterWins = [
  'accounts.setAvatar',
  'agenda.setCalled',
  // The patient alone decides about a reader, and the earlier decisions stay in the list.
  'clinicalRecords.decideConsent',
  'commissions.settle',
  'commissions.settleMonth',
  'conversations.block',
  'conversations.markRead',
  'favorites.save',
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

/** Nouns whose routes neither touch an appointment nor money. A new noun is in neither list until its routes are looked at. */
const withoutTerms = [
  'calendarFeeds',
  'centers',
  'clientErrors',
  'clinicalRecords',
  'compliance',
  'contacts',
  'conversations',
  'dataExports',
  'dependants',
  'downloads',
  'favorites',
  'notifications',
  'practice',
  'questions',
  'reminders',
  'reviews',
  'serviceHealth',
  'sessions',
  'support',
  'team',
  'telehealth',
]

/** Routes about appointments or money whose caller agrees to nothing that can change before the press, each with the reason. */
const agreeToNothing: Record<string, string> = {
  'accounts.completeRegistration': 'is about the caller alone',
  'accounts.removeAvatar': 'is about a picture',
  'appointments.hold': 'keeps a time; the patient confirms its terms',
  'appointments.object': 'is an opinion, on which staff decide',
  'appointments.release': 'gives up a time that costs nothing',
  'availability.closeOnHolidays': 'changes no appointment',
  'availability.removeTimeOff': 'changes no appointment',
  'checkouts.refund': 'gives back all of a payment that no booking used, or refuses',
  'invoicing.recordNumbers': 'writes down what the provider answered, by the id of each document',
  'invoicing.removeOwn': 'is about the caller alone, and receipts keep what they say',
  'loyalty.checkCode': 'changes nothing',
  'loyalty.handOver': 'needs the code, which only this redemption has, and is refused once it was used',
  'loyalty.undoHandover': 'undoes one hand-over by its id',
  'loyalty.createReward': 'is new, and its author writes its terms',
  'packages.createOffer': 'is new, and its author writes its terms',
  'packages.removeOffer': 'changes nothing that was sold',
  'moderation.undo': 'undoes one action by its id, and refuses once another one followed',
  'operator.previewLegalText': 'stores nothing',
  'payments.resolveRefusal': 'decides one refund by its id, and refuses after the other decision',
  'paymentAccounts.complete': 'ends what the caller began, once',
  'paymentAccounts.connect': 'leads to a page that asks',
  'paymentAccounts.disconnect': 'stops new payments, and those that were made keep their account',
  'operator.publishLegalText': 'is new: a published text never changes',
  'promotions.apply': 'reserves a code; the payment names its total',
  'promotions.create': 'is new, and its author writes its terms',
  'promotions.release': 'gives back a reservation',
  'agenda.checkImport': 'changes nothing',
  'agenda.discountOfCode': 'changes nothing',
  'agenda.importRows': 'books what the file says, each line once, and refuses a line whose time is taken',
  'agenda.startImport': 'is new, and books nothing yet',
  'agenda.undoImport': 'undoes one import by its id, and keeps what changed since',
  'promotions.validate': 'changes nothing',
  'therapies.end': 'changes no appointment: it is refused while one is booked',
  'therapies.resume': 'changes no appointment',
  'tills.remind': 'sends a mail',
  'users.activate': 'changes no appointment',
  'users.correctPoints': 'adds a movement of its own, whatever the balance is',
}

/** `targets`: rows of staff's lists, each with its last action or with the amount that the caller saw. */
const staffTargets = ['targets']

describe('a route that creates, changes, cancels or charges an appointment or money', () => {
  const routes = listRoutes().filter(({ noun, method }) => method !== 'GET' && !withoutTerms.includes(noun))

  test.each(routes)('$name carries the terms that its caller read, or says why not', ({ name }) => {
    const isListed = name in proofs || lastWriterWins.includes(name) || name in agreeToNothing
    const input = inputOf(name)
    const fields = input instanceof z.ZodObject ? Object.keys(input.shape) : []
    expect(isListed || staffTargets.some((field) => fields.includes(field)), 'list it in edits.test.ts').toBe(true)
  })

  test('of the lists above exists, and has one reason', () => {
    const all = listRoutes()
    const [names, nouns] = [new Set(all.map(({ name }) => name)), new Set(all.map(({ noun }) => noun))]
    expect(Object.keys(agreeToNothing).filter((name) => !names.has(name) || name in proofs)).toEqual([])
    expect(withoutTerms.filter((noun) => !nouns.has(noun))).toEqual([])
  })
})
