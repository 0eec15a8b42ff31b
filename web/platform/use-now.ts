import { useEffect, useState, useSyncExternalStore } from 'react'
import { minuteMs } from './durations.ts'
import { localMoment, localToday } from './local-days.ts'
import { serverNow } from './server-time.ts'

const lookEveryMs = 5000

const roundedNow = (stepMs: number): number => Math.floor(serverNow() / stepMs) * stepMs

/** The current time, rounded down to the minute, or to `stepMs`: what a page says of it stays true while the page is open. */
export function useNow(stepMs = minuteMs): Date {
  const [now, setNow] = useState(() => roundedNow(stepMs))
  useEffect(() => {
    const timer = setInterval(() => setNow(roundedNow(stepMs)), lookEveryMs)
    return () => clearInterval(timer)
  }, [stepMs])
  return new Date(now)
}

/** The current time for «hace 5 min», which is then at most some seconds behind. */
export const useNowForTimeAgo = (): Date => useNow(2 * lookEveryMs)

/** The local day, which changes at midnight. */
export const useToday = (): string => localMoment(useNow()).date

/**
 * The local day of a page that the server renders, too. During hydration it is `rendered`, the day of the response;
 * afterwards it changes at midnight, and at once when a tab that slept is shown again.
 */
export const useTodaySince = (rendered: string): string => useSyncExternalStore(followDay, localToday, () => rendered)

function followDay(onChange: () => void): () => void {
  const timer = setInterval(onChange, lookEveryMs)
  document.addEventListener('visibilitychange', onChange)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', onChange)
  }
}
