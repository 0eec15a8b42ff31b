import Camera from 'lucide-react/icons/camera'
import ImageUp from 'lucide-react/icons/image-up'
import { type Ref, useRef, useState } from 'react'

import type { Me } from '#contract/accounts.ts'
import { AccountAvatar } from '#web/features/accounts/account-avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { preloadCropDialog } from '#web/ui/crop-dialog.tsx'
import { opensDialog } from '#web/ui/dialog.tsx'
import { FileInput } from '#web/ui/file-input.tsx'
import { focusAfterRender } from '#web/ui/focus-after-render.ts'
import { FormError } from '#web/ui/form-error.tsx'
import { toast } from '#web/ui/toast.ts'
import { useDrop } from '#web/ui/use-drop.ts'
import { usePicture } from '#web/ui/use-picture.ts'

import { useRemoveAvatar } from '../api/remove-avatar.ts'
import { AvatarDialog } from './avatar-dialog.tsx'

/** The photo: chosen, dropped here, or taken with the phone's camera. */
export function OwnAvatar({ me }: { me: Me }) {
  const removeAvatar = useRemoveAvatar()
  const { picture, framing, opening, error, open, close } = usePicture()
  const { over, handlers } = useDrop({ onFile: (file) => void open(file) })
  const [removing, setRemoving] = useState(false)
  const chooser = useRef<HTMLButtonElement>(null)
  const fromFiles = useRef<HTMLInputElement>(null)
  const fromCamera = useRef<HTMLInputElement>(null)

  async function remove() {
    await removeAvatar.mutateAsync(undefined)
    toast({ kind: 'success', title: 'Foto quitada' })
    focusAfterRender(chooser)
  }

  return (
    <Card
      as="section"
      aria-labelledby="own-avatar"
      padding="large"
      {...handlers}
      className={classNames('grid gap-4', over && 'border-action bg-action-soft')}
    >
      <div className="flex flex-wrap items-start gap-4 sm:items-center sm:gap-6">
        <AccountAvatar name={me.fullName} avatarUrl={me.avatarUrl} size="huge" />
        <div className="grid min-w-0 grow basis-36 gap-3">
          <div>
            <h3 id="own-avatar">Tu foto</h3>
            <p className="text-sm text-ink-soft">
              Así te reconocen en el centro.
              <span className="pointer-coarse:hidden"> También puedes soltarla aquí.</span>
            </p>
          </div>
          <AvatarButtons
            hasAvatar={me.avatarUrl !== null}
            opening={opening}
            chooser={chooser}
            onChoose={() => fromFiles.current?.click()}
            onTake={() => fromCamera.current?.click()}
            onRemove={() => setRemoving(true)}
          />
        </div>
      </div>
      <FormError error={error} />
      <FileInput ref={fromFiles} accept="image/*" onFile={(file) => void open(file)} />
      <FileInput ref={fromCamera} accept="image/*" capture="user" onFile={(file) => void open(file)} />
      {picture && <AvatarDialog key={picture.url} picture={picture} open={framing} onClose={close} />}
      <ConfirmDialog
        open={removing}
        onOpenChange={setRemoving}
        title="¿Quitar tu foto?"
        consequences={['En su lugar se verá la primera letra de tu nombre.']}
        confirmLabel="Quitar foto"
        danger
        onConfirm={remove}
      />
    </Card>
  )
}

function AvatarButtons({
  hasAvatar,
  opening,
  chooser,
  onChoose,
  onTake,
  onRemove,
}: {
  hasAvatar: boolean
  opening: boolean
  chooser: Ref<HTMLButtonElement>
  onChoose: () => void
  onTake: () => void
  onRemove: () => void
}) {
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        ref={chooser}
        size="small"
        variant={hasAvatar ? 'secondary' : 'primary'}
        icon={<ImageUp aria-hidden="true" className="size-4" />}
        pending={opening}
        pendingLabel="Abriendo…"
        onPointerEnter={preloadCropDialog}
        onFocus={preloadCropDialog}
        onClick={onChoose}
      >
        {hasAvatar ? 'Cambiar foto' : 'Elegir una foto'}
      </Button>
      {/* Some phones offer only the gallery for a file input. */}
      <Button
        size="small"
        variant="secondary"
        className="pointer-fine:hidden"
        icon={<Camera aria-hidden="true" className="size-4" />}
        disabled={opening}
        onClick={onTake}
      >
        Tomar una foto
      </Button>
      {hasAvatar && (
        <Button size="small" variant="quiet" {...opensDialog} onClick={onRemove}>
          Quitar foto
        </Button>
      )}
    </div>
  )
}
