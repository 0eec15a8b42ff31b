import { useEffect } from 'react'

import { useApi } from '#web/platform/api.ts'
import { whenIdle } from '#web/platform/when-idle.ts'
import { readPushUser } from './push-storage.ts'

/**
 * Renews the pushes of this browser at each visit, because not every browser tells its worker that a subscription has ended, and
 * lets the worker find this tab.
 */
export function useRenewedPush(userId: string): void {
  const { api } = useApi()
  useEffect(() => {
    if (readPushUser() !== userId) return
    whenIdle(() => {
      import('./push.ts')
        .then(({ renewPush, tellAddress }) => {
          tellAddress()
          return renewPush({ api, userId })
        })
        .catch(() => undefined)
    })
  }, [api, userId])
}
