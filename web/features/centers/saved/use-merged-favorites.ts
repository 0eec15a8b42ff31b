import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useApi } from '#web/platform/api.ts'
import { readBrowserFavorites, removeFromBrowser } from './browser-favorites.ts'

/** Moves what this browser kept for a visitor into the account that they sign in to. What the account has no room for stays. */
export function useMergedFavorites(userId: string): void {
  const { queries } = useApi()
  const { mutateAsync } = useMutation(queries.favorites.merge.mutationOptions())

  const merge = useEffectEvent(async () => {
    const items = readBrowserFavorites().map(({ centerId, savedAt }) => ({ centerId, savedAt }))
    if (items.length === 0) return
    try {
      const { left } = await mutateAsync({ items })
      removeFromBrowser(items.map(({ centerId }) => centerId).filter((centerId) => !left.includes(centerId)))
    } catch {
      // They stay in the browser, and the next page tries again.
    }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each account once
  useEffect(() => void merge(), [userId])
}
