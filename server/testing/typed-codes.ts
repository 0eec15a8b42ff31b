import { expect } from 'vitest'
import type { Service } from './auth-service.ts'

type CodeType = 'signup' | 'email' | 'recovery' | 'magiclink' | 'email_change'

export const expiredCode = { status: 403, code: 'otp_expired', message: 'Token has expired or is invalid' }

/** Requests mails with codes from the service, and types the codes. */
export function codesOf(service: Service) {
  let addresses = 0
  return {
    /** Each request comes from another network address, as one address would reach its limit. `from`: another service. */
    async enterCode(email: string, code: string, type: CodeType, from = service) {
      addresses += 1
      // A new address is confirmed in the network that requested it.
      const client = type === 'email_change' ? from.client() : from.client({ address: `198.51.100.${addresses}` })
      return { client, ...(await client.verifyOtp({ email, token: code, type })) }
    },
    async requestRecovery(email: string) {
      expect((await service.client().resetPasswordForEmail(email)).error).toBeNull()
    },
    async requestLink(email: string) {
      expect((await service.client().signInWithOtp({ email })).error).toBeNull()
    },
  }
}
