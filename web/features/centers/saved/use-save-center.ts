import { useMutation, useQueryClient } from '@tanstack/react-query'
import { maxFavoritesOfBrowser } from '#contract/favorite-limits.ts'
import { useApi } from '#web/platform/api.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { serverDate } from '#web/platform/server-time.ts'
import { currentSession } from '#web/platform/session.ts'
import { dismissToast, toast } from '#web/ui/toast.ts'
import { keepInBrowser, removeFromBrowser } from './browser-favorites.ts'

/** `isPublished: false`: the server would not save it again, so its removal has no way back. */
type Center = { centerId: string; name: string; isPublished?: boolean | undefined }

/** Saves a centre or removes it, in the account or else in the browser, and says so with a way back. */
export function useSaveCenter(): (center: Center, isSaved: boolean) => Promise<void> {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  const save = useMutation(queries.favorites.save.mutationOptions())
  const remove = useMutation(queries.favorites.remove.mutationOptions())

  /** Shown before the response, which replaces it. */
  function showInList({ centerId, name }: Center, isSaved: boolean): void {
    queryClient.setQueryData(queries.favorites.list.queryKey(), (list) => {
      const others = list?.items.filter((item) => item.centerId !== centerId) ?? []
      const saved = { centerId, name, savedAt: serverDate().toISOString(), isPublished: true }
      return list && { items: isSaved ? [saved, ...others] : others }
    })
  }

  async function store(center: Center, isSaved: boolean): Promise<boolean> {
    const { centerId } = center
    const { status } = await currentSession()
    if (!isSaved) removeFromBrowser([centerId])
    if (status !== 'signedIn') return !isSaved || keepInBrowser(center)
    showInList(center, isSaved)
    await (isSaved ? save : remove).mutateAsync({ centerId })
    return true
  }

  return async function change(center, isSaved) {
    try {
      if (await store(center, isSaved)) announce(center, isSaved)
      else toast({ kind: 'destructive', title: 'No se pudo guardar', description: browserIsFull })
    } catch (error) {
      // What was shown in advance is not so.
      void queryClient.invalidateQueries({ queryKey: queries.favorites.list.key() })
      const title = isSaved ? 'No se pudo guardar' : 'No se pudo quitar'
      toast({ kind: 'destructive', title, description: errorMessage(error) })
    }
  }

  function announce(center: Center, isSaved: boolean): void {
    const id = toast({
      kind: 'success',
      title: isSaved ? 'Centro guardado' : 'Centro quitado de tus guardados',
      description: center.name,
      durationMs: 6000,
      ...(center.isPublished !== false && { action: { label: 'Deshacer', onPress: undo } }),
    })

    function undo(): void {
      dismissToast(id)
      void store(center, !isSaved).catch((error: unknown) =>
        toast({ kind: 'destructive', title: 'No se pudo deshacer', description: errorMessage(error) }),
      )
    }
  }
}

const browserIsFull = `Sin cuenta, este navegador guarda hasta ${maxFavoritesOfBrowser} centros. Quita alguno, o crea una cuenta.`
