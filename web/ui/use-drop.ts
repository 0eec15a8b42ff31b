import { type DragEvent, useEffect, useState } from 'react'

const holdsFiles = (transfer: DataTransfer | null) => transfer?.types.includes('Files') === true

/** A file that misses its place would otherwise open instead of the page. */
function keepPage(event: globalThis.DragEvent): void {
  if (holdsFiles(event.dataTransfer)) event.preventDefault()
}

/** Makes an element take files that are dragged onto it: `handlers` go on the element, `over` says that one hovers there. */
export function useDrop({ onFile, disabled = false }: { onFile: (file: File) => void; disabled?: boolean }) {
  const [over, setOver] = useState(false)

  useEffect(() => {
    addEventListener('dragover', keepPage)
    addEventListener('drop', keepPage)
    return () => {
      removeEventListener('dragover', keepPage)
      removeEventListener('drop', keepPage)
    }
  }, [])

  return {
    over: over && !disabled,
    handlers: {
      onDragOver(event: DragEvent) {
        if (!holdsFiles(event.dataTransfer)) return
        event.preventDefault()
        setOver(true)
      },
      onDragLeave(event: DragEvent) {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
      },
      onDrop(event: DragEvent) {
        event.preventDefault()
        setOver(false)
        const [file] = event.dataTransfer.files
        if (file && !disabled) onFile(file)
      },
    },
  }
}
