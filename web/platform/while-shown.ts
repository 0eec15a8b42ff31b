import { useCallback, useEffect, useRef } from 'react'

import { accessToken } from './session.ts'

/**
 * Sends what must not be sent after its screen was left: a session that has to be renewed first may wait for a connection.
 * @returns a function that sends, and throws once the screen was left
 */
export function useSendWhileShown() {
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return useCallback(async <Result>(send: () => Promise<Result>): Promise<Result> => {
    await accessToken()
    if (!isShown.current) throw new Error('The screen was left before the request could be sent.')
    return await send()
  }, [])
}
