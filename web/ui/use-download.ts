import { use, useState } from 'react'

import { ErrorTextContext } from './error-text.ts'
import { toast } from './toast.ts'

type Download<Which> = {
  /** Requests the file. */
  file: (which: Which) => Promise<{ content: Blob; fileName: string }>
  /** Title of the toast when it fails. */
  failed?: string
  onError?: (error: unknown) => void
}

/** Downloads a file on a click. `which` names the file in progress when there are several. */
export function useDownload<Which = void>({ file, failed = 'No se pudo descargar', onError }: Download<Which>) {
  const errorText = use(ErrorTextContext)
  const [current, setCurrent] = useState<{ which: Which }>()

  async function fetchFile(which: Which) {
    setCurrent({ which })
    try {
      saveFile(await file(which))
    } catch (error) {
      toast({ kind: 'destructive', title: failed, description: errorText(error) })
      onError?.(error)
    } finally {
      setCurrent(undefined)
    }
  }

  return { download: (which: Which) => void fetchFile(which), isPending: current !== undefined, which: current?.which }
}

/** Saves a file through the browser's downloads, without an address in the history. */
function saveFile({ content, fileName }: { content: Blob; fileName: string }): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = fileName
  link.click()
  // The browser has read the file by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
