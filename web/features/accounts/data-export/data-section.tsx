import { useRef } from 'react'

import { errorMessage } from '#web/platform/error-message.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

import { ReadyExport } from './ready-export.tsx'
import { useDataExport } from './use-data-export.ts'

const announcements = {
  none: '',
  working: 'Preparando tu copia',
  ready: 'Tu copia está lista',
  expired: '',
  failed: 'No pudimos preparar tu copia',
}

/** A copy of everything that Senda stores about the user, prepared in the background. */
export function DataSection() {
  const { query, create } = useDataExport()
  const heading = useRef<HTMLHeadingElement>(null)
  if (!query.data) {
    return (
      <div className="max-w-form">
        <Pending
          query={query}
          loading="Cargando el estado de tu copia"
          failed="No se pudo cargar el estado de tu copia"
        >
          <Skeleton className="h-56" />
        </Pending>
      </div>
    )
  }

  const { latest, phase } = query.data

  return (
    <div className="grid max-w-form gap-4">
      <Card as="section" aria-labelledby="copy" padding="large" className="grid gap-4">
        <div className="grid gap-2">
          <h3 ref={heading} id="copy" tabIndex={-1}>
            Una copia de todo lo tuyo
          </h3>
          <p>
            Tu perfil, tus citas, tus reseñas, las personas a tu cargo y lo demás que guardamos sobre ti, en dos formas:
            una página para leer y un archivo JSON para llevar a otro servicio.
          </p>
        </div>
        {latest && phase === 'working' && (
          <div className="grid gap-2">
            <ProgressBar
              label={latest.status === 'queued' ? 'En espera…' : 'Preparando tu copia…'}
              percent={latest.percent}
            />
            <p className="text-sm text-ink-soft">
              Suele tardar menos de un minuto. Puedes seguir con otra cosa y volver después.
            </p>
          </div>
        )}
        {latest && phase === 'ready' && <ReadyExport copy={latest} onGone={() => void query.refetch()} />}
        {phase === 'failed' && <FormError error="No pudimos terminar de preparar tu copia." />}
        {phase === 'expired' && (
          <p className="rounded-control bg-sand px-4 py-3">Tu copia anterior venció. Puedes pedir una nueva.</p>
        )}
        {phase !== 'working' && (
          <div className="grid gap-3 sm:justify-items-start">
            <FormError error={create.isError && errorMessage(create.error)} />
            <Button
              variant={phase === 'ready' ? 'quiet' : 'primary'}
              pending={create.isPending}
              pendingLabel="Pidiendo…"
              // The button disappears while the copy is being prepared.
              onClick={() => create.mutate(undefined, { onSuccess: () => heading.current?.focus() })}
            >
              {phase === 'failed' ? 'Volver a intentar' : latest ? 'Pedir una copia nueva' : 'Pedir mi copia'}
            </Button>
          </div>
        )}
        <p role="status" className="sr-only">
          {announcements[phase]}
        </p>
      </Card>
      <p className="text-ink-soft">
        La copia tiene datos de salud: guárdala donde solo tú la veas y bórrala cuando no la necesites.
      </p>
    </div>
  )
}
