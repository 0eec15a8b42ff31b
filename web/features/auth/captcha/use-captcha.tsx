import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import { useApi } from '#web/platform/api.ts'

import { CaptchaBox } from './captcha-box.tsx'

export type Captcha = {
  /** The check itself, to be placed in the form; nothing where the operator asks for none. */
  field: ReactNode
  /** False until the person passed the check. */
  isReady: boolean
  /** Goes with the request; the service accepts it once. */
  token(): string | undefined
  /** After a request: what it carried is used up. */
  renew(): void
}

/** "Are you a person?", as the operator has configured it. */
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
