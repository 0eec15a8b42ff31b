import { useState } from 'react'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ChangedMeanwhile } from '#web/ui/changed-meanwhile.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Drawing } from '#web/ui/drawing.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { PageLoading } from '#web/ui/page-loading.tsx'
import { Path404 } from '#web/ui/path-404.tsx'
import { PathEmpty } from '#web/ui/path-empty.tsx'
import { PathHero } from '#web/ui/path-hero.tsx'
import { PathProgress } from '#web/ui/path-progress.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'
import { drawingNames } from './drawings.ts'

import { Family, Specimen } from './specimen.tsx'

const tones = ['blue', 'green', 'amber', 'red'] as const
const query = { error: null, isFetching: true, refetch: () => undefined }

export function Feedback() {
  return (
    <Family title="Respuestas">
      <Specimen name="Banner" wide>
        {tones.map((tone) => (
          <Banner key={tone} tone={tone} title="Revisa tu correo" action={<Button size="small">Reenviar</Button>}>
            Te enviamos un enlace.
          </Banner>
        ))}
        <Banner onDismiss={() => undefined}>Se puede cerrar.</Banner>
      </Specimen>
      <Specimen name="ChangedMeanwhile" wide>
        <ChangedMeanwhile onShowNew={() => undefined} />
      </Specimen>
      <Specimen name="FormError" wide>
        <FormError error="No pudimos guardar los cambios." />
      </Specimen>
      <Specimen name="toast() y ToastRegion" wide>
        <div className="flex flex-wrap gap-3">
          <Button variant="secondary" onClick={() => toast({ title: 'Borrador borrado' })}>
            Simple
          </Button>
          <Button variant="secondary" onClick={() => toast({ kind: 'success', title: 'Código copiado' })}>
            Éxito
          </Button>
          <Button
            variant="secondary"
            onClick={() => toast({ kind: 'destructive', title: 'Error', description: 'No se pudo guardar.' })}
          >
            Error
          </Button>
        </div>
      </Specimen>
      <Dialogs />
      <Specimen name="EmptyState">
        <EmptyState drawing="calendar" title="Todavía no tienes citas" action={<Button>Buscar un centro</Button>}>
          Las que reserves aparecen aquí.
        </EmptyState>
      </Specimen>
      <Specimen name="Drawing" wide>
        <div className="flex flex-wrap gap-4">
          {drawingNames.map((name) => (
            <figure key={name} className="grid justify-items-center text-sm">
              <Drawing name={name} />
              <figcaption>{name}</figcaption>
            </figure>
          ))}
        </div>
      </Specimen>
      <Specimen name="ErrorState">
        <ErrorState title="No se pudieron cargar los centros" onRetry={() => undefined}>
          No pudimos conectarnos.
        </ErrorState>
        <ErrorState title="No se pudieron cargar los centros" onRetry={() => undefined} retrying />
      </Specimen>
      <Specimen name="Pending">
        <Pending query={query} loading="Cargando el equipo" failed="No se pudo cargar el equipo" />
        <Pending query={{ ...query, error: new Error() }} loading="Cargando" failed="No se pudo cargar el equipo" />
      </Specimen>
      <Specimen name="PageLoading" wide>
        <PageLoading title="Mi cuenta" status="Cargando tu cuenta…" skeletonsClassName="grid gap-4">
          <Skeleton className="h-24" />
        </PageLoading>
      </Specimen>
      <Specimen name="Skeleton">
        <Skeleton className="h-24" />
      </Specimen>
      <Specimen name="Spinner">
        <Spinner label="Cargando" />
      </Specimen>
      <Specimen name="ProgressBar">
        <ProgressBar label="Enviando" percent={40} />
        <ProgressBar label="Procesando" />
      </Specimen>
      <Specimen name="PathProgress" wide>
        <PathProgress step={1} steps={3} />
        <PathProgress step={3} steps={6} />
      </Specimen>
      <Specimen name="PathEmpty, Path404 y PathHero">
        <PathEmpty />
        <Path404 />
        <div className="relative overflow-hidden">
          <PathHero />
        </div>
      </Specimen>
    </Family>
  )
}

function Dialogs() {
  const [open, setOpen] = useState<'plain' | 'confirm' | 'form'>()
  const close = () => setOpen(undefined)
  return (
    <Specimen name="Dialog, ConfirmDialog y FormDialog" wide>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => setOpen('plain')}>
          Diálogo
        </Button>
        <Button variant="secondary" onClick={() => setOpen('confirm')}>
          Confirmación
        </Button>
        <Button variant="secondary" onClick={() => setOpen('form')}>
          Formulario
        </Button>
      </div>
      <Dialog
        open={open === 'plain'}
        onOpenChange={close}
        title="Un diálogo"
        footer={<Button onClick={close}>Listo</Button>}
      >
        Su contenido.
      </Dialog>
      <ConfirmDialog
        open={open === 'confirm'}
        onOpenChange={close}
        title="¿Cancelar la hora?"
        consequences={['La hora queda libre para otra persona.']}
        confirmLabel="Cancelar la hora"
        danger
        onConfirm={close}
      />
      <FormDialog
        open={open === 'form'}
        onClose={close}
        title="Cambiar el nombre"
        onSubmit={(event) => {
          event.preventDefault()
          close()
        }}
        pending={false}
        error="No pudimos guardar los cambios."
        submitLabel="Guardar"
      >
        <TextField label="Nombre" />
      </FormDialog>
    </Specimen>
  )
}
