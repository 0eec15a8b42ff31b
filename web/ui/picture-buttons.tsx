import { useRef, useState } from 'react'

import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { CropDialog } from '#web/ui/crop-dialog.tsx'
import { opensDialog } from '#web/ui/dialog.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { focusAfterRender } from '#web/ui/focus-after-render.ts'
import type { PictureCrop } from '#web/ui/picture.ts'
import { ChoosePictureButton } from '#web/ui/picture-choosers.tsx'
import { toast } from '#web/ui/toast.ts'
import { usePicture } from '#web/ui/use-picture.ts'

export type PictureButtonsProps = {
  /** In a sentence: "foto", "logo". */
  noun: string
  /** The noun is feminine by default. */
  masculine?: boolean
  /** Whose picture it is, for screen readers. */
  of: string
  has: boolean
  crop: PictureCrop
  round?: boolean
  wholeAllowed?: boolean
  /** What is shown after its removal. */
  removal: string
  onSet: (image: File) => Promise<void>
  onRemove: () => Promise<void>
}

/** Chooses, frames, sends and removes one picture. Its caller renders the picture. */
export function PictureButtons(options: PictureButtonsProps) {
  const { noun, masculine = false, of, has, crop, round = false, wholeAllowed = false, removal } = options
  const { picture, framing, opening, error, open, close } = usePicture()
  const [isRemoving, setRemoving] = useState(false)
  const chooser = useRef<HTMLButtonElement>(null)
  const name = noun.charAt(0).toLocaleUpperCase('es') + noun.slice(1)

  async function set(image: File) {
    await options.onSet(image)
    toast({ kind: 'success', title: `${name} ${masculine ? 'guardado' : 'guardada'}` })
  }

  async function remove() {
    await options.onRemove()
    toast({ kind: 'success', title: `${name} ${masculine ? 'quitado' : 'quitada'}` })
    focusAfterRender(chooser)
  }

  return (
    <div className="grid gap-1">
      <div className="-ml-3 flex flex-wrap gap-1">
        <ChoosePictureButton
          ref={chooser}
          variant="quiet"
          inputLabel={`${name} de ${of}`}
          opening={opening}
          onFile={(file) => void open(file)}
        >
          {`${has ? 'Cambiar' : 'Elegir'} ${noun}`}
          <span className="sr-only">
            {' de '}
            <span translate="no">{of}</span>
          </span>
        </ChoosePictureButton>
        {has && (
          <Button size="small" variant="quiet" {...opensDialog} onClick={() => setRemoving(true)}>
            Quitar
            <span className="sr-only">
              {` ${noun} de `}
              <span translate="no">{of}</span>
            </span>
          </Button>
        )}
      </div>
      <FieldError id={`${crop.fileName}-error`} error={error} />
      {picture && (
        <CropDialog
          key={picture.url}
          picture={picture}
          open={framing}
          onClose={close}
          title={`Encuadra ${masculine ? 'el' : 'la'} ${noun}`}
          description="Se verá lo que queda dentro del marco."
          confirmLabel={`Guardar ${noun}`}
          pendingLabel="Enviando…"
          crop={crop}
          round={round}
          wholeAllowed={wholeAllowed}
          onCropped={set}
        />
      )}
      <ConfirmDialog
        open={isRemoving}
        onOpenChange={setRemoving}
        title={`¿Quitar ${masculine ? 'el' : 'la'} ${noun}?`}
        consequences={[removal]}
        confirmLabel={`Quitar ${noun}`}
        danger
        onConfirm={remove}
      />
    </div>
  )
}
