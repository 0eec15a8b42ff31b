import { useEffect, useState } from 'react'

/** What was typed or chosen, after a pause, for requests to the server. */
export function useDebounced<Value>(typed: Value, restMs = 250): Value {
  const [rested, setRested] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setRested(typed), restMs)
    return () => clearTimeout(timer)
  }, [typed, restMs])
  return rested
}
