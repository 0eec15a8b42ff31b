import { locationMaxAgeMs, locationTimeoutMs } from '#contract/search.ts'

const messages: Record<number, string> = {
  1: 'Acceso a la ubicación denegado',
  2: 'Información de ubicación no disponible',
  3: 'Tiempo de espera agotado',
}

/** A visitor who has not answered the browser's question by then has overlooked it. */
const questionMs = 20_000

/** 100 metres are enough to sort by distance. */
const searchDecimals = 3

/** The browser's position as "latitude,longitude", rounded to about 100 m by default, or why there is none. */
export function readLocation(decimals: number = searchDecimals): Promise<{ point: string } | { error: string }> {
  if (!('geolocation' in navigator)) {
    return Promise.resolve({ error: 'La geolocalización no es compatible con este navegador' })
  }
  return new Promise((resolve) => {
    // The browser's own limit counts only once its visitor has answered the question.
    setTimeout(() => resolve({ error: messages[3] ?? '' }), locationTimeoutMs + questionMs)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ point: `${coords.latitude.toFixed(decimals)},${coords.longitude.toFixed(decimals)}` }),
      ({ code }) => resolve({ error: messages[code] ?? 'Error desconocido' }),
      { enableHighAccuracy: true, timeout: locationTimeoutMs, maximumAge: locationMaxAgeMs },
    )
  })
}
