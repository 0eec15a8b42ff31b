import { useEffect, useState } from 'react'
import { loadCropDialog } from './crop-dialog.tsx'
import { openPicture, type Picture, UnusablePicture } from './picture.ts'

export function usePicture() {
  const [picture, setPicture] = useState<Picture>()
  const [framing, setFraming] = useState(false)
  const [opening, setOpening] = useState(false)
  const [error, setError] = useState<string>()

  useEffect(() => () => (picture ? URL.revokeObjectURL(picture.url) : undefined), [picture])

  async function open(file: File) {
    setOpening(true)
    setError(undefined)
    try {
      // Both load before the dialog opens: without a connection its code could not load, and the page would break.
      const [opened] = await Promise.all([openPicture(file), loadCropDialog()])
      setPicture(opened)
      setFraming(true)
    } catch (failure) {
      setError(
        failure instanceof UnusablePicture ? failure.message : 'No pudimos abrir esa foto. Prueba otra vez o con otra.',
      )
    } finally {
      setOpening(false)
    }
  }

  return { picture, framing, opening, error, open, close: () => setFraming(false) }
}
