import { Suspense, use, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { Dialog, loadDialog } from './dialog.tsx'
import { ErrorTextContext } from './error-text.ts'
import { FormError } from './form-error.tsx'
import { lazyPart } from './lazy-section.ts'
import { type Area, cropPicture, type Picture, type PictureCrop, UnusablePicture } from './picture.ts'
import { Skeleton } from './skeleton.tsx'

const loadStage = () => import('./crop-stage.tsx')
const CropStage = lazyPart(() => loadStage().then((module) => module.CropStage))

/** Loads the dialog's code while the user is choosing the picture. @throws without a connection */
export async function loadCropDialog(): Promise<void> {
  await Promise.all([loadStage(), loadDialog()])
}

/** Preloads the dialog without waiting; a failure shows when the dialog opens. */
export function preloadCropDialog(): void {
  loadCropDialog().catch(() => undefined)
}

export type CropDialogProps = {
  picture: Picture
  open: boolean
  onClose: () => void
  title: string
  description: string
  confirmLabel: string
  pendingLabel?: string
  crop: PictureCrop
  /** The frame is a circle. */
  round?: boolean
  /** The picture may be smaller than its frame, with white around it: for logos. */
  wholeAllowed?: boolean
  /** Receives the cropped picture. An error that it throws is shown as a sentence. */
  onCropped: (file: File) => Promise<void> | void
}

export function CropDialog({
  picture,
  open,
  onClose,
  title,
  description,
  confirmLabel,
  pendingLabel = 'Preparando…',
  crop,
  round = false,
  wholeAllowed = false,
  onCropped,
}: CropDialogProps) {
  const errorText = use(ErrorTextContext)
  const area = useRef<Area>(undefined)
  const [isReady, setReady] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()

  async function confirm() {
    const chosen = picture.original ? wholeArea : area.current
    if (!chosen) return
    setBusy(true)
    setError(undefined)
    try {
      await onCropped(await cropPicture({ picture, area: chosen, ...crop }))
      onClose()
    } catch (failure) {
      setError(failure instanceof UnusablePicture ? failure.message : errorText(failure))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && !isBusy && onClose()}
      title={title}
      description={description}
      size="small"
      keepOpenOnOutsidePress
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={isBusy}>
            Cancelar
          </Button>
          <Button
            disabled={!isReady && !picture.original}
            pending={isBusy}
            pendingLabel={pendingLabel}
            onClick={() => void confirm()}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {picture.original ? (
          <CenteredPicture picture={picture} ratio={crop.ratio} round={round} />
        ) : (
          <Suspense fallback={<Skeleton className="h-64 sm:h-80" />}>
            <CropStage
              picture={picture}
              ratio={crop.ratio}
              round={round}
              wholeAllowed={wholeAllowed}
              onArea={(chosen) => {
                area.current = chosen
                setReady(true)
              }}
            />
          </Suspense>
        )}
        <FormError error={error} />
      </div>
    </Dialog>
  )
}

const wholeArea: Area = { x: 0, y: 0, width: 0, height: 0 }

/** What the server makes of the picture where the browser cannot crop it. */
function CenteredPicture({ picture, ratio, round }: { picture: Picture; ratio: number; round: boolean }) {
  return (
    <div className="grid justify-items-center gap-3">
      <img
        src={picture.url}
        alt="La foto, recortada por el centro"
        style={{ aspectRatio: ratio }}
        className={`max-h-80 w-full object-cover ${round ? 'max-w-80 rounded-full' : 'rounded-card'}`}
      />
      <p className="text-sm text-ink-soft">
        Tu navegador protege tus fotos y no deja moverlas aquí: la recortamos por el centro, como la ves.
      </p>
    </div>
  )
}
