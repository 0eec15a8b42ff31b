import { useEffect, useState } from 'react'
import { minuteMs } from '#web/platform/durations.ts'
import { serverNow } from '#web/platform/server-time.ts'

const thisMinute = () => Math.floor(serverNow() / minuteMs) * minuteMs

/** The current time, rounded down to the minute. */
export function useNow(): Date {
  const [now, setNow] = useState(thisMinute)
  useEffect(() => {
    const timer = setInterval(() => setNow(thisMinute()), 5000)
    return () => clearInterval(timer)
  }, [])
  return new Date(now)
}
