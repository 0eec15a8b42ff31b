import { useEffect, useState } from 'react'

/** The typed text after a pause, for requests to the server. */
export function useDebounced(typed: string, restMs = 250): string {
  const [rested, setRested] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setRested(typed), restMs)
    return () => clearTimeout(timer)
  }, [typed, restMs])
  return rested
}
