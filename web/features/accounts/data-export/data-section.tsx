import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { DataExport } from '#contract/data-exports.ts'
import { useApi } from '#web/platform/api.ts'
import { errorCode, errorMessage } from '#web/platform/error-message.ts'
import { formatMomentWithOwn } from '#web/platform/own-time.ts'
import { serverNow } from '#web/platform/server-time.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useDownload } from '#web/ui/use-download.ts'
import BookOpenText from '~icons/lucide/book-open-text'
import CircleCheck from '~icons/lucide/circle-check'
import FileJson from '~icons/lucide/file-json'

const formats = [
  { id: 'html', label: 'Página para leer', Icon: BookOpenText },
  { id: 'json', label: 'Archivo JSON', Icon: FileJson },
] as const

const whileWorkingMs = 1000

const announcements = {
  none: '',
  working: 'Preparando tu copia',
  ready: 'Tu copia está lista',
  expired: '',
  failed: 'No pudimos preparar tu copia',
}

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
            Tu perfil, tus citas, tus opiniones, las personas a tu cargo y lo demás que guardamos sobre ti, en dos
            formas: una página para leer y un archivo JSON para llevar a otro servicio.
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

/** The newest requested copy of the user's data, refetched while it is being prepared. */
function useDataExport() {
  const { queries } = useApi()
  const query = useQuery({
    ...queries.dataExports.latest.queryOptions(),
    refetchInterval: ({ state }) => isWorking(state.data?.latest ?? null) && whileWorkingMs,
    // A finished copy expires, and another tab may have requested a new one.
    staleTime: 0,
    select: ({ latest }) => ({ latest, phase: phaseOf(latest) }),
  })
  return { query, create: useMutation(queries.dataExports.create.mutationOptions()) }
}

type Phase = 'none' | 'working' | 'ready' | 'expired' | 'failed'

function phaseOf(latest: DataExport | null): Phase {
  if (!latest) return 'none'
  if (isWorking(latest)) return 'working'
  if (latest.status === 'failed' || latest.expiresAt === null) return 'failed'
  return Date.parse(latest.expiresAt) > serverNow() ? 'ready' : 'expired'
}

function isWorking(latest: DataExport | null): boolean {
  return latest?.status === 'queued' || latest?.status === 'running'
}

type Format = (typeof formats)[number]

/** `onGone`: the copy is no longer available, so this view is out of date. */
function ReadyExport({ copy, onGone }: { copy: DataExport; onGone: () => void }) {
  const { api } = useApi()
  const { download, which } = useDownload({
    address: ({ id: format }: Format) =>
      api.downloads.create({ route: 'dataExports.download', input: { exportId: copy.id, format } }),
    onError: (error) => {
      if (errorCode(error) === 'data_exports.not_found') onGone()
    },
  })

  return (
    <div className="grid gap-3">
      <p className="flex gap-2 font-medium">
        <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-green" />
        <span>
          Tu copia está lista.
          {copy.expiresAt && (
            <span className="block font-normal text-ink-soft">
              {`La preparamos el ${formatMomentWithOwn(copy.createdAt)}. Puedes descargarla hasta el ${formatMomentWithOwn(copy.expiresAt)}.`}
            </span>
          )}
        </span>
      </p>
      <div className="flex flex-wrap gap-2 max-sm:*:grow">
        {formats.map((format) => (
          <Button
            key={format.id}
            variant={format.id === 'html' ? 'primary' : 'secondary'}
            icon={<format.Icon aria-hidden="true" className="size-5" />}
            pending={which?.id === format.id}
            pendingLabel="Descargando…"
            onClick={() => download(format)}
          >
            {format.label}
          </Button>
        ))}
      </div>
    </div>
  )
}
