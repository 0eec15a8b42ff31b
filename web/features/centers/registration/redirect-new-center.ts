import { redirect } from '@tanstack/react-router'

import { brand } from '#contract/brand.ts'
import { loadMe } from '#web/features/auth/require-newcomer.ts'
import { currentSession } from '#web/platform/session.ts'
import { toast } from '#web/ui/toast.ts'

/** For `beforeLoad` of /center/thank-you, which redirects immediately: a centre to its dashboard with a greeting, a patient to their own. */
export async function redirectNewCenter(context: Parameters<typeof loadMe>[0]): Promise<never> {
  const session = await currentSession()
  const me = session.status === 'signedIn' ? await loadMe(context) : undefined
  if (me?.userType === 'patient') throw redirect({ href: me.homePath, replace: true })
  if (me) {
    toast({
      kind: 'success',
      title: `Te damos la bienvenida a ${brand.name}`,
      description: 'Este es el dashboard de tu centro.',
    })
  }
  // A visitor signs in there first.
  throw redirect({ to: '/center/dashboard', replace: true })
}
