import { use, useState } from 'react'

import { ErrorTextContext } from './error-text.ts'
import { toast } from './toast.ts'

type Download<Which> = {
  /** Requests the file's address, which needs no session's token. */
  address: (which: Which) => Promise<{ url: string }>
  failed?: string
  onError?: (error: unknown) => void
}

/**
 * Downloads a file on a click. The browser follows an address, because a browser inside another app, and Chrome on iOS, do nothing
 * with a file that a script has made. `which` names the file in progress when there are several.
 */
export function useDownload<Which = void>({ address, failed = 'No se pudo descargar', onError }: Download<Which>) {
  const errorText = use(ErrorTextContext)
  const [current, setCurrent] = useState<{ which: Which }>()

  async function openFile(which: Which) {
    setCurrent({ which })
    try {
      const { url } = await address(which)
      // The page stays: the response is a file to save.
      location.assign(url)
    } catch (error) {
      toast({ kind: 'destructive', title: failed, description: errorText(error) })
      onError?.(error)
    } finally {
      setCurrent(undefined)
    }
  }

  return { download: (which: Which) => void openFile(which), isPending: current !== undefined, which: current?.which }
}
