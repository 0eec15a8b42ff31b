import { type ReactNode, type Ref, useRef } from 'react'
import Camera from '~icons/lucide/camera'

import { Button, type ButtonProps } from './button.tsx'
import { preloadCropDialog } from './crop-dialog.tsx'
import { FileInput } from './file-input.tsx'

export type ChoosePictureButtonProps = {
  ref: Ref<HTMLButtonElement>
  variant: NonNullable<ButtonProps['variant']>
  icon?: ReactNode
  /** The name of the file input, where several pictures are on one page. */
  inputLabel?: string
  opening: boolean
  onFile: (file: File) => void
  children: ReactNode
}

/** Opens the browser's file picker, and loads the crop dialog before it is needed. */
export function ChoosePictureButton(props: ChoosePictureButtonProps) {
  const { ref, variant, icon, inputLabel, opening, onFile, children } = props
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        ref={ref}
        size="small"
        variant={variant}
        icon={icon}
        pending={opening}
        pendingLabel="Abriendo…"
        onPointerEnter={preloadCropDialog}
        onFocus={preloadCropDialog}
        onClick={() => input.current?.click()}
      >
        {children}
      </Button>
      <FileInput ref={input} accept="image/*" aria-label={inputLabel} onFiles={([file]) => file && onFile(file)} />
    </>
  )
}

export type TakePictureButtonProps = {
  camera: 'user' | 'environment'
  /** The camera opens, and the button is disabled. */
  opening: boolean
  onFile: (file: File) => void
  children: ReactNode
}

/** Opens a phone's camera: some phones offer only the gallery for a file input. */
export function TakePictureButton({ camera, opening, onFile, children }: TakePictureButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        size="small"
        variant="secondary"
        className="pointer-fine:hidden"
        icon={<Camera aria-hidden="true" className="size-4" />}
        disabled={opening}
        onClick={() => input.current?.click()}
      >
        {children}
      </Button>
      <FileInput ref={input} accept="image/*" capture={camera} onFiles={([file]) => file && onFile(file)} />
    </>
  )
}
