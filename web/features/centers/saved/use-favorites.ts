import { useQuery } from '@tanstack/react-query'
import { useApi } from '#web/platform/api.ts'
import { useSession } from '#web/platform/session.ts'
import { type SavedCenter, useBrowserFavorites } from './browser-favorites.ts'

/** `isPublished`: undefined for a centre that only the browser keeps, which doesn't know it. */
export type Favorite = SavedCenter & { isPublished?: boolean | undefined }

/**
 * The saved centres, the last one first: those of the account, and those that this browser keeps. `isKnown`: the list is complete.
 * `error`: the account's could not be read.
 */
export function useFavorites() {
  const session = useSession()
  const { queries } = useApi()
  const isSignedIn = session.status === 'signedIn'
  const account = useQuery({ ...queries.favorites.list.queryOptions(), enabled: isSignedIn })
  const ofBrowser = useBrowserFavorites()
  const ofAccount = isSignedIn ? (account.data?.items ?? []) : []
  const known = new Set(ofAccount.map(({ centerId }) => centerId))
  const items: Favorite[] = [...ofAccount, ...ofBrowser.filter(({ centerId }) => !known.has(centerId))].sort((a, b) =>
    b.savedAt.localeCompare(a.savedAt),
  )
  return {
    items,
    isSignedIn,
    isKnown: session.status === 'signedOut' || account.data !== undefined,
    error: isSignedIn ? account.error : null,
    retry: () => void account.refetch(),
  }
}
