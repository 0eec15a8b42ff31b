import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import type { Me } from '#contract/accounts.ts'
import type { ApiTools } from '#web/platform/api.ts'
import { hourMs } from '#web/platform/durations.ts'
import { serverNow } from '#web/platform/server-time.ts'
import { currentSession } from '#web/platform/session.ts'

import { pathWithNext } from './sign-in/path-with-next.ts'

type Context = { queryClient: QueryClient } & Pick<ApiTools, 'queries'>

const newcomerMs = hourMs

/** For `beforeLoad` of a page that greets a new patient: it redirects every other visitor to their own page. */
export async function requireNewPatient({
  context,
  hasJustRegistered,
}: {
  context: Context
  hasJustRegistered: boolean
}): Promise<void> {
  const session = await currentSession()
  if (session.status !== 'signedIn') throw redirect({ to: '/', replace: true })
  const me = await loadMe(context)
  // The dashboard shows the error.
  if (!me) throw redirect({ to: '/dashboard', replace: true })
  if (me.registrationPending) {
    throw redirect({ href: pathWithNext('/complete-registration', '/patient-welcome'), replace: true })
  }
  const isNew = hasJustRegistered || serverNow() - Date.parse(me.createdAt) < newcomerMs
  if (me.userType !== 'patient' || !isNew) throw redirect({ href: me.homePath, replace: true })
}

/** For `beforeLoad` of the page after a sign-up that needs confirmation; `signedUpAs` marks such a sign-up. */
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
  throw redirect({ href: (await loadMe(context))?.homePath ?? '/dashboard', replace: true })
}

/** The account of the signed-in user; undefined when the request fails. */
export async function loadMe({ queryClient, queries }: Context): Promise<Me | undefined> {
  return await queryClient.fetchQuery(queries.accounts.me.queryOptions()).catch(() => undefined)
}
