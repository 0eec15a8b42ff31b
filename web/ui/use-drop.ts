import { type DragEvent, useEffect, useState } from 'react'

const holdsFiles = (transfer: DataTransfer | null) => transfer?.types.includes('Files') === true

/** Otherwise the browser would open a file that is dropped beside the target. */
function preventOpening(event: globalThis.DragEvent): void {
  if (holdsFiles(event.dataTransfer)) event.preventDefault()
}

/** Accepts files that are dropped on an element: spread `handlers` on it; `over` is true while a file hovers over it. */
export function useDrop({ onFile, disabled = false }: { onFile: (file: File) => void; disabled?: boolean }) {
  const [over, setOver] = useState(false)

  useEffect(() => {
    addEventListener('dragover', preventOpening)
    addEventListener('drop', preventOpening)
    return () => {
      removeEventListener('dragover', preventOpening)
      removeEventListener('drop', preventOpening)
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
