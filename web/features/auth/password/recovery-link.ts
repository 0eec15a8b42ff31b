import { client, currentSession } from '#web/platform/session.ts'
import { declinedLinkMessage, isServiceOutcome, readClaims, sessionLinkRejection } from '#web/platform/session-link.ts'
import { setSession } from '#web/platform/sign-in.ts'

import { blockedSentence } from '../blocked-message.ts'

/** `refused`: the reason as a sentence. `emailToConfirm`: the address of the link's account, which the visitor must confirm to own. */
export type Recovery =
  | 'open'
  | 'invalid'
  | { refused: string }
  | { emailToConfirm: string; acceptSession: () => Promise<boolean> }

/**
 * Whether a new password may be chosen here: through the mailed link, whose tokens are in the fragment,
 * or within a session that already exists. A failed link never allows it, even with a session. @throws without a connection
 */
export async function openRecovery(fragment: string): Promise<Recovery> {
  const link = new URLSearchParams(fragment.replace(/^#/, ''))
  if (link.has('error') || link.has('error_code')) {
    const code = link.get('error_code') ?? ''
    const isBlocked = isServiceOutcome(code) && code === 'user_banned'
    return isBlocked ? { refused: blockedSentence(link.get('error_description') ?? '') } : 'invalid'
  }
  const session = await currentSession()
  const access = link.get('access_token')
  // The session client has already read the mailed link. It rejects a link of another account, which must not set the
  // password of this one.
  if (session.status === 'signedIn') {
    if (access === null || readClaims(access)?.sub === session.user.id) return 'open'
    return sessionLinkRejection() === 'declined' ? { refused: declinedLinkMessage } : 'invalid'
  }
  const refresh = link.get('refresh_token')
  if (!access || !refresh || link.get('type') !== 'recovery') return 'invalid'
  // The visitor did not come through the button behind a mailed link, so an attacker may have written the link for their own
  // account.
  const { data, error } = await (await client()).getUser(access)
  if (isConnectionError(error)) throw error
  if (!data.user?.email) return 'invalid'
  return {
    emailToConfirm: data.user.email,
    async acceptSession() {
      const result = await setSession({ access_token: access, refresh_token: refresh })
      if (isConnectionError(result.error)) throw result.error
      return result.data.session !== null
    },
  }
}

/** The service has not answered about the link, which is as valid as before. */
function isConnectionError(error: { name: string; status?: number | undefined } | null): boolean {
  return error !== null && (error.name === 'AuthRetryableFetchError' || error.status === 0)
}
