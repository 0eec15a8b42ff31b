import { type DragEvent, useEffect, useState } from 'react'

const holdsFiles = (transfer: DataTransfer | null) => transfer?.types.includes('Files') === true

/** Otherwise the browser would open a file that is dropped beside the target. */
function preventOpening(event: globalThis.DragEvent): void {
  if (holdsFiles(event.dataTransfer)) event.preventDefault()
}

/** Accepts files that are dropped on an element: spread `handlers` on it; `isOver` is true while a file hovers over it. */
export function useDrop({
  onFiles,
  disabled = false,
}: {
  onFiles: (files: readonly File[]) => void
  disabled?: boolean
}) {
  const [isOver, setIsOver] = useState(false)

  useEffect(() => {
    addEventListener('dragover', preventOpening)
    addEventListener('drop', preventOpening)
    return () => {
      removeEventListener('dragover', preventOpening)
      removeEventListener('drop', preventOpening)
    }
  }, [])

  return {
    isOver: isOver && !disabled,
    handlers: {
      onDragOver(event: DragEvent) {
        if (!holdsFiles(event.dataTransfer)) return
        event.preventDefault()
        setIsOver(true)
      },
      onDragLeave(event: DragEvent) {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false)
      },
      onDrop(event: DragEvent) {
        event.preventDefault()
        setIsOver(false)
        const files = [...event.dataTransfer.files]
        if (files.length > 0 && !disabled) onFiles(files)
      },
    },
  }
}
