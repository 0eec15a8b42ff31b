import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState } from 'react'
import { avatarMaxBytes } from '#contract/accounts.ts'
import { useApi } from '#web/platform/api.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.ts'

import { type Area, cutPicture, type Picture, UnusablePicture } from './picture.ts'

const loadStage = () => import('./crop-stage.tsx')
const CropStage = lazy(() => loadStage().then((module) => ({ default: module.CropStage })))

/** Fetches what the dialog needs while the picture is still being chosen. */
export function preloadCropStage(): void {
  void loadStage()
}

export type AvatarDialogProps = { picture: Picture; open: boolean; onClose: () => void }

/** Cuts the chosen picture to what everybody will see of it, and sends that. */
export function AvatarDialog({ picture, open, onClose }: AvatarDialogProps) {
  const { api, queries } = useApi()
  const queryClient = useQueryClient()
  const area = useRef<Area>(undefined)
  const [isReady, setReady] = useState(false)
  const [sending, setSending] = useState(false)
  const [error, setError] = useState<string>()

  async function send() {
    if (!area.current) return
    setSending(true)
    setError(undefined)
    try {
      const image = await cutPicture({ picture, area: area.current, maxBytes: avatarMaxBytes })
      queryClient.setQueryData(queries.accounts.me.queryKey(), await api.accounts.setAvatar({ image }))
      toast({ kind: 'success', title: 'Foto actualizada' })
      onClose()
    } catch (failure) {
      setError(failure instanceof UnusablePicture ? failure.message : errorMessage(failure))
    } finally {
      setSending(false)
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && !sending && onClose()}
      title="Encuadra tu foto"
      description="Muévela y acércala: se verá lo que queda dentro del círculo."
      size="small"
      keepOpenOnOutsidePress
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={sending}>
            Cancelar
          </Button>
          <Button disabled={!isReady} pending={sending} pendingLabel="Enviando…" onClick={() => void send()}>
            Guardar foto
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <Suspense fallback={<Skeleton className="h-64 sm:h-80" />}>
          <CropStage
            picture={picture}
            onArea={(chosen) => {
              area.current = chosen
              setReady(true)
            }}
          />
        </Suspense>
        <FormError error={error} />
      </div>
    </Dialog>
  )
}
