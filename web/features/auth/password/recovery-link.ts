import { client, currentSession, setSession } from '#web/platform/session.ts'
import { declinedLinkMessage, isOwnWord, linkTurnedDown, readClaims } from '#web/platform/session-link.ts'

import { blockedSentence } from '../blocked-message.ts'

/** `refused`: the sentence that says why. `ask`: the link's account, which the visitor must confirm to own. */
export type Recovery = 'open' | 'invalid' | { refused: string } | { ask: string; acceptSession: () => Promise<boolean> }

/**
 * Whether a new password may be chosen here: through the mailed link, whose tokens stand in the fragment,
 * or within a session that already exists. A link that failed opens nothing, even with a session.
 */
export async function openRecovery(fragment: string): Promise<Recovery> {
  const link = new URLSearchParams(fragment.replace(/^#/, ''))
  if (link.has('error') || link.has('error_code')) {
    const code = link.get('error_code') ?? ''
    const isBlocked = isOwnWord(code) && code === 'user_banned'
    return isBlocked ? { refused: blockedSentence(link.get('error_description') ?? '') } : 'invalid'
  }
  const session = await currentSession()
  const access = link.get('access_token')
  // The session client has taken the link of a mail by itself. One of another account was turned down: it must not end in
  // a new password for this one.
  if (session.status === 'signedIn') {
    if (access === null || readClaims(access)?.sub === session.user.id) return 'open'
    return linkTurnedDown() === 'declined' ? { refused: declinedLinkMessage } : 'invalid'
  }
  const refresh = link.get('refresh_token')
  if (!access || !refresh || link.get('type') !== 'recovery') return 'invalid'
  // The address does not come from the button behind a mailed link, so an attacker may have written it for an account of theirs.
  const { data } = await (await client()).getUser(access)
  if (!data.user?.email) return 'invalid'
  return {
    ask: data.user.email,
    async acceptSession() {
      const taken = await setSession({ access_token: access, refresh_token: refresh })
      return taken.data.session !== null
    },
  }
}
