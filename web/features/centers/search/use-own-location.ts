import { useEffect, useEffectEvent, useState } from 'react'

import { loadWithRetry } from '#web/ui/load-with-retry.ts'

type OwnLocation = { onLoad?: 'ask' | 'askIfGranted' | undefined; decimals?: number; onFound: (point: string) => void }

/**
 * The browser's position as "latitude,longitude". Without `decimals` it is rounded to about 100 m: enough to sort by distance.
 * `onLoad` asks the browser without a press: `ask` because the visitor has chosen «Cerca de mí» on another page, `askIfGranted`
 * only if the visitor has granted the permission before.
 */
export function useOwnLocation({ onLoad, decimals, onFound }: OwnLocation) {
  const [state, setState] = useState<{ asking: boolean; error?: string }>({ asking: false })

  async function ask() {
    setState({ asking: true })
    // Most visits never ask, so its code is not in the first scripts.
    const { readLocation } = await loadWithRetry(() => import('./read-location.ts'))
    const result = await readLocation(decimals)
    setState({ asking: false, ...('error' in result && { error: result.error }) })
    if ('point' in result) onFound(result.point)
  }

  const askOnLoad = useEffectEvent(async () => {
    if (onLoad === 'ask') void ask()
    if (onLoad !== 'askIfGranted') return
    const permission = await navigator.permissions?.query({ name: 'geolocation' }).catch(() => undefined)
    if (permission?.state === 'granted') void ask()
  })
  useEffect(() => {
    void askOnLoad()
  }, [])

  return { ...state, ask: () => void ask(), discard: () => setState({ asking: false }) }
}
