import { useQueryClient } from '@tanstack/react-query'
import { avatarMaxBytes } from '#contract/accounts.ts'
import { useApi } from '#web/platform/api.ts'
import { CropDialog } from '#web/ui/crop-dialog.tsx'
import type { Picture } from '#web/ui/picture.ts'
import { toast } from '#web/ui/toast.ts'

const cut = { ratio: 1, width: 512, maxBytes: avatarMaxBytes, fileName: 'foto.jpg' }

export type AvatarDialogProps = { picture: Picture; open: boolean; onClose: () => void }

/** Cuts the chosen picture to what everybody will see of it, and sends that. */
export function AvatarDialog({ picture, open, onClose }: AvatarDialogProps) {
  const { api, queries } = useApi()
  const queryClient = useQueryClient()

  async function send(image: File) {
    queryClient.setQueryData(queries.accounts.me.queryKey(), await api.accounts.setAvatar({ image }))
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
      cut={cut}
      round
      onCut={send}
    />
  )
}
