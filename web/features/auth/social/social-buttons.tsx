import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import type { SocialProvider } from '#contract/accounts.ts'
import { useApi } from '#web/platform/api.ts'
import { signInWithProvider } from '#web/platform/sign-in.ts'
import { useHydrated } from '#web/platform/use-hydrated.ts'
import { Button } from '#web/ui/button.tsx'
import { loadToastCard } from '#web/ui/load-toast-card.ts'
import { loadWithRetry } from '#web/ui/load-with-retry.ts'
import { useFormToast } from '#web/ui/use-form-toast.ts'
import type { InAppBrowser } from './in-app-browser.ts'
import type { InAppNotice } from './in-app-notice.tsx'
import { SocialMark } from './social-marks.tsx'
import { providerNames, startFailed, tryAgain } from './social-messages.ts'

/**
 * Buttons for signing in through other providers, after the form and the line that separates them from it; empty where none is
 * offered. The route loads `accounts.signInMethods`, so that the server's HTML contains them.
 */
export function SocialButtons({
  providers,
  next,
  retryText = tryAgain,
  kind,
}: {
  providers: readonly SocialProvider[]
  /** The page of this site that opens after signing in. */
  next: string
  retryText?: string
  /** The kind of account that the visitor chose, where `next` does not determine it. */
  kind?: 'patient' | 'center'
}) {
  const { queries } = useApi()
  const { data: signInMethods } = useQuery(queries.accounts.signInMethods.queryOptions())
  const [pendingProvider, setPendingProvider] = useState<SocialProvider>()
  const toasts = useFormToast()
  const inApp = useInAppNotice()
  const offered = providers.filter((provider) => signInMethods?.providers.includes(provider))
  const refused = offered.filter((provider) => inApp?.browser.refusing.includes(provider))
  const shownProviders = offered.filter((provider) => !refused.includes(provider))

  useEffect(() => void loadToastCard(), [])
  // The browser's back button may restore this page from its cache, with the button still pending.
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) setPendingProvider(undefined)
    }
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [])

  async function goToProvider(provider: SocialProvider) {
    setPendingProvider(provider)
    toasts.clear()
    try {
      // While the browser is leaving the page, the button stays pending.
      await signInWithProvider({ provider, retryText, kind, landing: next })
    } catch (error) {
      setPendingProvider(undefined)
      const description = startFailed(error, { provider, retryText })
      toasts.show({ kind: 'destructive', title: 'Error', description })
    }
  }

  if (offered.length === 0) return null
  return (
    <div className="grid gap-5">
      <p className="flex items-center gap-4 text-ink-soft before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
        o con otra cuenta
      </p>
      {inApp && refused.length > 0 && <inApp.Notice browser={inApp.browser} refused={refused} />}
      <ul className="grid gap-3 empty:hidden">
        {shownProviders.map((provider) => (
          <li key={provider}>
            <ProviderButton
              provider={provider}
              isPending={pendingProvider === provider}
              onPress={() => void goToProvider(provider)}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Tells inside another app's browser how to open this page elsewhere. Cached pages are the same for every browser. */
function useInAppNotice() {
  const [notice, setNotice] = useState<{ browser: InAppBrowser; Notice: typeof InAppNotice }>()
  useEffect(() => {
    loadWithRetry(() => import('./in-app-notice.tsx')).then(
      ({ ownInAppBrowser, InAppNotice: Notice }) => {
        const browser = ownInAppBrowser()
        if (browser) setNotice({ browser, Notice })
      },
      () => undefined,
    )
  }, [])
  return notice
}

function ProviderButton({
  provider,
  isPending,
  onPress,
}: {
  provider: SocialProvider
  isPending: boolean
  onPress: () => void
}) {
  const hydrated = useHydrated()
  const name = providerNames[provider]
  return (
    <Button
      variant="secondary"
      wide
      disabled={!hydrated}
      pending={isPending}
      pendingLabel={`Conectando con ${name}…`}
      icon={<SocialMark provider={provider} />}
      onClick={onPress}
      className="disabled:cursor-progress disabled:opacity-100"
    >
      {`Continuar con ${name}`}
    </Button>
  )
}
