import { actorOf } from '#server/testing/app-server.ts'
import type { ForeignRows } from './foreign-row.ts'
import { ofDesk } from './own-desk.ts'

/** A receptionist's requests about the contacts of the centre. */
export const contacts: ForeignRows<'contacts'> = {
  'contacts.list': (platform) => ofDesk(platform, () => ({})),
  'contacts.find': (platform) => ofDesk(platform, () => ({ q: 'rosa' })),
  'contacts.get': (platform) => ofDesk(platform, ({ patientId }) => ({ kind: 'patient', personId: patientId })),
  'contacts.csv': async (platform) => {
    const row = await ofDesk(platform, () => ({}))
    return { ...row, owner: actorOf(['center'], String(row.input.centerId)) }
  },
  'contacts.tags': (platform) => ofDesk(platform, () => ({})),
  'contacts.updateFacts': (platform) =>
    ofDesk(platform, ({ patientId }) => ({
      ...{ kind: 'patient', personId: patientId },
      ...{ cedula: '', birthDate: '', cover: '', tags: '', note: 'Toca el timbre' },
    })),
  'contacts.updateGuest': (platform) =>
    ofDesk(platform, ({ guestId }) => ({ guestId, fullName: 'Rosa Luna', phone: '', email: '', note: '' })),
  'contacts.removeGuest': async (platform) => {
    const row = await ofDesk(platform, ({ guestId }) => ({ guestId }))
    await platform.db.deleteFrom('appointments').where('guest_id', 'is not', null).execute()
    return row
  },
}
