import { avatarMaxBytes } from '#contract/accounts.ts'
import { CropDialog } from '#web/ui/crop-dialog.tsx'
import type { Picture } from '#web/ui/picture.ts'
import { toast } from '#web/ui/toast.ts'

import { useSetAvatar } from '../api/set-avatar.ts'

const crop = { ratio: 1, width: 512, maxBytes: avatarMaxBytes, fileName: 'foto.jpg' }

export type AvatarDialogProps = { picture: Picture; open: boolean; onClose: () => void }

/** Crops the chosen picture to its visible part and sends that. */
export function AvatarDialog({ picture, open, onClose }: AvatarDialogProps) {
  const setAvatar = useSetAvatar()

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
