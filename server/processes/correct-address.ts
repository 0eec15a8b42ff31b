import { api, requireActor } from '#server/api/procedures.ts'
import { mailBookings } from '#server/features/appointments/usecases/mail-bookings.ts'
import { correctAddress } from '#server/features/auth/usecases/correct-address.ts'

/** The corrected address of an account gets one mail: with its bookings, if it has any, and with the link that confirms it. */
export const correctAddressRoutes = {
  sessions: {
    correctAddress: api.sessions.correctAddress.handler(async ({ input, context }) => {
      const { userId, sessionId } = requireActor(context)
      const { platform, visitor } = context
      return correctAddress(platform, { ...input, userId, sessionId, address: visitor.address, mailBookings })
    }),
  },
}
