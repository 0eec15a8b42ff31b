import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import type { Me } from '#contract/accounts.ts'
import type { ApiTools } from '#web/platform/api.ts'
import { currentSession } from '#web/platform/session.ts'

import { pathWithNext } from './sign-in/path-with-next.ts'

type Context = { queryClient: QueryClient } & Pick<ApiTools, 'queries'>

/** For `beforeLoad` of the page that greets patients, who may open it again; every other visitor goes to their own page. */
export async function requirePatient({ context }: { context: Context }): Promise<void> {
  const session = await currentSession()
  if (session.status !== 'signedIn') throw redirect({ to: '/', replace: true })
  const me = await loadMe(context)
  // The dashboard shows the error.
  if (!me) throw redirect({ to: '/dashboard', replace: true })
  if (me.registrationPending) {
    throw redirect({ href: pathWithNext('/complete-registration', '/patient-welcome'), replace: true })
  }
  if (me.userType !== 'patient') throw redirect({ href: me.homePath, replace: true })
}

/**
 * For `beforeLoad` of the page after a sign-up: for a visitor whose history has the mark `signedUpAs`, and for a user whose
 * address is not confirmed yet.
 */
export async function requireSignUp({
  signedUpAs,
  context,
}: {
  context: Context
  signedUpAs: string | undefined
}): Promise<void> {
  if (signedUpAs !== undefined) return
  const session = await currentSession()
  if (session.status !== 'signedIn') throw redirect({ to: '/', replace: true })
  const me = await loadMe(context)
  if (!me || me.emailConfirmed || me.registrationPending) {
    throw redirect({ href: me?.homePath ?? '/dashboard', replace: true })
  }
}

/** The account of the signed-in user; undefined when the request fails. */
export async function loadMe({ queryClient, queries }: Context): Promise<Me | undefined> {
  return await queryClient.fetchQuery(queries.accounts.me.queryOptions()).catch(() => undefined)
}
