import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import { useApi } from '#web/platform/api.ts'

import { CaptchaBox } from './captcha-box.tsx'

export type Captcha = {
  /** The captcha's element for the form; empty when the operator has configured none. */
  field: ReactNode
  /** False until the visitor has passed the captcha. */
  isReady: boolean
  /** The token for the request; the service accepts it once. */
  token(): string | undefined
  /** Called after a request, which has spent the token. */
  renew(): void
}

export function useCaptcha(): Captcha {
  const { queries } = useApi()
  const captcha = useQuery(queries.accounts.signInMethods.queryOptions()).data?.captcha
  const [token, setToken] = useState<string>()
  const [round, setRound] = useState(0)
  function renew() {
    setToken(undefined)
    setRound((rounds) => rounds + 1)
  }
  return {
    isReady: !captcha || token !== undefined,
    token: () => token,
    renew,
    field: captcha && <CaptchaBox key={round} {...captcha} onToken={setToken} onRetry={renew} />,
  }
}
