import { useEffect, useState } from 'react'

/** What is typed, once the typing rests: for questions to the server. */
export function useDebounced(typed: string, restMs = 250): string {
  const [rested, setRested] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setRested(typed), restMs)
    return () => clearTimeout(timer)
  }, [typed, restMs])
  return rested
}
