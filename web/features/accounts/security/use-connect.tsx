import type { AuthError } from '@supabase/auth-js'
import { type ReactNode, useEffect, useState } from 'react'

import type { SocialProvider } from '#contract/accounts.ts'
import { authMessage } from '#web/features/auth/auth-messages.ts'
import { startFailed, tryAgain } from '#web/features/auth/social/social-messages.ts'
import { linkSocial } from '#web/platform/sign-in.ts'
import { toast } from '#web/ui/toast.ts'

import { useCodeDemand } from './code-demand.tsx'
import { useSignInAgain } from './sign-in-again.tsx'

const landing = '/account?seccion=seguridad'

export function useConnect(): {
  leavingFor: SocialProvider | undefined
  begin: (provider: SocialProvider) => Promise<void>
  dialogs: ReactNode
} {
  const demand = useCodeDemand()
  const signInPrompt = useSignInAgain(landing)
  const [leavingFor, setLeavingFor] = useState<SocialProvider>()

  // The browser's back button may restore this page from its cache, with the button still pending.
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) setLeavingFor(undefined)
    }
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [])

  async function begin(provider: SocialProvider) {
    if (leavingFor) return
    setLeavingFor(provider)
    try {
      await linkSocial({ provider, landing })
    } catch (failure) {
      setLeavingFor(undefined)
      const refusal = failure as Pick<AuthError, 'message' | 'code' | 'status'>
      const { code } = refusal
      if (code === 'insufficient_aal') demand.ask(() => void begin(provider))
      else if (code === 'reauthentication_needed') signInPrompt.ask()
      else {
        toast({
          kind: 'destructive',
          title: 'Error',
          description: (code && authMessage(refusal)) || startFailed(failure, { provider, retryText: tryAgain }),
        })
      }
    }
  }

  return {
    leavingFor,
    begin,
    dialogs: (
      <>
        {demand.dialog}
        {signInPrompt.dialog}
      </>
    ),
  }
}
