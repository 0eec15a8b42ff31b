import { type ReactNode, useRef } from 'react'
import ImageUp from '~icons/lucide/image-up'

import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { CropDialog } from './crop-dialog.tsx'
import { DropZone } from './drop-zone.tsx'
import { FieldGroup } from './field-group.tsx'
import { fileSize } from './file-size.ts'
import { focusAfterRender } from './focus-after-render.ts'
import type { PictureCrop } from './picture.ts'
import { ChoosePictureButton, TakePictureButton } from './picture-choosers.tsx'
import { useFileAddress } from './use-file-address.ts'
import { usePicture } from './use-picture.ts'

export type ImageFieldProps = {
  label: string
  hint?: ReactNode
  error?: string
  optional?: boolean
  value: File | undefined
  onChange: (file: File | undefined) => void
  crop: PictureCrop
  round?: boolean
  /** The picture may be smaller than its frame: for logos. */
  wholeAllowed?: boolean
  /** The noun for sentences: "foto", "logo". */
  noun: string
  /** Also offers a phone's camera: the front or the rear one. */
  camera?: 'user' | 'environment'
}

export function ImageField({
  label,
  hint,
  error,
  optional = false,
  value,
  onChange,
  crop,
  round = false,
  wholeAllowed = false,
  noun,
  camera,
}: ImageFieldProps) {
  const { picture, framing, opening, error: unusable, open, close } = usePicture()
  const preview = useFileAddress(value)
  const chooser = useRef<HTMLButtonElement>(null)
  const choose = (file: File) => void open(file)

  function remove() {
    onChange(undefined)
    focusAfterRender(chooser)
  }

  return (
    <FieldGroup legend={optional ? `${label} (opcional)` : label} hint={hint} error={unusable ?? error}>
      <DropZone
        onFiles={([file]) => file && choose(file)}
        disabled={opening}
        filled={preview !== undefined}
        leading={<Preview src={preview} noun={noun} round={round} />}
      >
        <p className="text-sm text-ink-soft">
          {value ? (
            `JPG, ${fileSize(value.size)}`
          ) : (
            <>
              JPG, PNG o WebP.
              <span className="pointer-coarse:hidden"> También puedes soltar el archivo aquí.</span>
            </>
          )}
        </p>
        <div className="flex flex-wrap gap-2">
          <ChoosePictureButton ref={chooser} variant="secondary" opening={opening} onFile={choose}>
            {value ? `Cambiar ${noun}` : `Elegir ${noun}`}
          </ChoosePictureButton>
          {camera && (
            <TakePictureButton camera={camera} opening={opening} onFile={choose}>
              {`Tomar ${noun}`}
            </TakePictureButton>
          )}
          {value && (
            <Button size="small" variant="quiet" onClick={remove}>
              {`Quitar ${noun}`}
            </Button>
          )}
        </div>
      </DropZone>
      {picture && (
        <CropDialog
          key={picture.url}
          picture={picture}
          open={framing}
          onClose={close}
          title={`Encuadra tu ${noun}`}
          description="Mueve y acerca la imagen: se verá lo que queda dentro del marco."
          confirmLabel={`Usar ${noun}`}
          crop={crop}
          round={round}
          wholeAllowed={wholeAllowed}
          onCropped={onChange}
        />
      )}
    </FieldGroup>
  )
}

function Preview({ src, noun, round }: { src: string | undefined; noun: string; round: boolean }) {
  return (
    <span
      className={classNames(
        'flex size-20 items-center justify-center overflow-hidden bg-sand text-ink-soft',
        round ? 'rounded-full' : 'rounded-control',
        src && 'border border-line',
      )}
    >
      {src ? (
        <img src={src} alt={`Tu ${noun}`} width={80} height={80} className="size-full object-cover" />
      ) : (
        <ImageUp aria-hidden="true" className="size-7" />
      )}
    </span>
  )
}
