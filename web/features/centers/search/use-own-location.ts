import { useEffect, useEffectEvent, useState } from 'react'

import { loadWithRetry } from '#web/ui/load-with-retry.ts'

/** The value of the place control that selects the visitor's own coordinates. */
export const ownPlace = 'aqui'

/**
 * The browser's position as "latitude,longitude", rounded to about 100 m: enough to sort by distance.
 * `askOnLoad` reads it without a press, and only with an earlier permission.
 */
export function useOwnLocation({ askOnLoad, onFound }: { askOnLoad: boolean; onFound: (point: string) => void }) {
  const [state, setState] = useState<{ asking: boolean; error?: string }>({ asking: false })

  async function ask() {
    setState({ asking: true })
    // Most visits never ask, so its code is not in the first scripts.
    const { readLocation } = await loadWithRetry(() => import('./read-location.ts'))
    const found = await readLocation()
    setState({ asking: false, ...('error' in found && { error: found.error }) })
    if ('point' in found) onFound(found.point)
  }

  const askIfGranted = useEffectEvent(async () => {
    if (!askOnLoad) return
    const permission = await navigator.permissions?.query({ name: 'geolocation' }).catch(() => undefined)
    if (permission?.state === 'granted') void ask()
  })
  useEffect(() => {
    void askIfGranted()
  }, [])

  return { ...state, ask: () => void ask(), discard: () => setState({ asking: false }) }
}
