import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { avatarMaxBytes, type Me } from '#contract/accounts.ts'
import { AccountAvatar } from '#web/features/accounts/account-avatar.tsx'
import { useApi } from '#web/platform/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { CropDialog } from '#web/ui/crop-dialog.tsx'
import { opensDialog } from '#web/ui/dialog.tsx'
import { focusAfterRender } from '#web/ui/focus-after-render.ts'
import { FormError } from '#web/ui/form-error.tsx'
import type { Picture } from '#web/ui/picture.ts'
import { ChoosePictureButton, TakePictureButton } from '#web/ui/picture-choosers.tsx'
import { toast } from '#web/ui/toast.ts'
import { useDrop } from '#web/ui/use-drop.ts'
import { usePicture } from '#web/ui/use-picture.ts'
import ImageUp from '~icons/lucide/image-up'

const crop = { ratio: 1, width: 512, maxBytes: avatarMaxBytes, fileName: 'foto.jpg' }

export function OwnAvatar({ me }: { me: Me }) {
  const { queries } = useApi()
  const removeAvatar = useMutation(queries.accounts.removeAvatar.mutationOptions())
  const { picture, framing, opening, error, open, close } = usePicture()
  const choose = (file: File) => void open(file)
  const { isOver, handlers } = useDrop({ onFiles: ([file]) => file && choose(file) })
  const [isConfirming, setConfirming] = useState(false)
  const chooser = useRef<HTMLButtonElement>(null)
  const hasAvatar = me.avatarUrl !== null

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
      className={classNames('grid gap-4', isOver && 'border-action bg-action-soft')}
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
          <div className="flex flex-wrap gap-2">
            <ChoosePictureButton
              ref={chooser}
              variant={hasAvatar ? 'secondary' : 'primary'}
              icon={<ImageUp aria-hidden="true" className="size-4" />}
              opening={opening}
              onFile={choose}
            >
              {hasAvatar ? 'Cambiar foto' : 'Elegir una foto'}
            </ChoosePictureButton>
            <TakePictureButton camera="user" opening={opening} onFile={choose}>
              Tomar una foto
            </TakePictureButton>
            {hasAvatar && (
              <Button size="small" variant="quiet" {...opensDialog} onClick={() => setConfirming(true)}>
                Quitar foto
              </Button>
            )}
          </div>
        </div>
      </div>
      <FormError error={error} />
      {picture && <AvatarDialog key={picture.url} picture={picture} open={framing} onClose={close} />}
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title="¿Quitar tu foto?"
        consequences={['En su lugar se verá la primera letra de tu nombre.']}
        confirmLabel="Quitar foto"
        danger
        onConfirm={remove}
      />
    </Card>
  )
}

type AvatarDialogProps = { picture: Picture; open: boolean; onClose: () => void }

function AvatarDialog({ picture, open, onClose }: AvatarDialogProps) {
  const { queries } = useApi()
  const setAvatar = useMutation(queries.accounts.setAvatar.mutationOptions())

  async function send(image: File) {
    await setAvatar.mutateAsync({ image })
    toast({ kind: 'success', title: 'Foto actualizada' })
  }

  return (
    <CropDialog
      picture={picture}
      open={open}
      onClose={onClose}
      title="Encuadra tu foto"
      description="Muévela y acércala: se verá lo que queda dentro del círculo."
      confirmLabel="Guardar foto"
      pendingLabel="Enviando…"
      crop={crop}
      round
      onCropped={send}
    />
  )
}
