import { useEffect, useState } from 'react'
import { whenIdle } from './when-idle.ts'

/** Whether the browser has once had nothing more urgent to do since the component was mounted. */
export function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    let isMounted = true
    whenIdle(() => isMounted && setIdle(true))
    return () => {
      isMounted = false
    }
  }, [])
  return isIdle
}
