import { useEffect, useEffectEvent, useState } from 'react'

import { locationMaxAgeMs, locationTimeoutMs } from '#contract/search.ts'

/** The value of the place control that selects the visitor's own coordinates. */
export const ownPlace = 'aqui'

const messages: Record<number, string> = {
  1: 'Acceso a la ubicación denegado',
  2: 'Información de ubicación no disponible',
  3: 'Tiempo de espera agotado',
}

/**
 * The browser's position as "latitude,longitude", rounded to about 100 m: enough to sort by distance.
 * `askOnLoad` reads it without a press, and only with an earlier permission.
 */
export function useOwnLocation({ askOnLoad, onFound }: { askOnLoad: boolean; onFound: (point: string) => void }) {
  const [state, setState] = useState<{ asking: boolean; error?: string }>({ asking: false })

  function ask() {
    if (!('geolocation' in navigator)) {
      setState({ asking: false, error: 'La geolocalización no es compatible con este navegador' })
      return
    }
    setState({ asking: true })
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setState({ asking: false })
        onFound(`${coords.latitude.toFixed(3)},${coords.longitude.toFixed(3)}`)
      },
      ({ code }) => setState({ asking: false, error: messages[code] ?? 'Error desconocido' }),
      { enableHighAccuracy: true, timeout: locationTimeoutMs, maximumAge: locationMaxAgeMs },
    )
  }

  const askIfGranted = useEffectEvent(async () => {
    if (!askOnLoad) return
    const permission = await navigator.permissions?.query({ name: 'geolocation' }).catch(() => undefined)
    if (permission?.state === 'granted') ask()
  })
  useEffect(() => {
    void askIfGranted()
  }, [])

  return { ...state, ask, discard: () => setState({ asking: false }) }
}
