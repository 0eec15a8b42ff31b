import { useEffect, useState } from 'react'

/** The value once it has stayed the same for `delayMs`, for requests to the server. */
export function useDebounced<Value>(typed: Value, delayMs = 250): Value {
  const [debounced, setDebounced] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(typed), delayMs)
    return () => clearTimeout(timer)
  }, [typed, delayMs])
  return debounced
}
