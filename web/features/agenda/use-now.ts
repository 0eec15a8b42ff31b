import { useEffect, useState } from 'react'

const minuteMs = 60_000
const thisMinute = () => Math.floor(Date.now() / minuteMs) * minuteMs

/** The present, to the minute. */
export function useNow(): Date {
  const [now, setNow] = useState(thisMinute)
  useEffect(() => {
    const timer = setInterval(() => setNow(thisMinute()), 5000)
    return () => clearInterval(timer)
  }, [])
  return new Date(now)
}
