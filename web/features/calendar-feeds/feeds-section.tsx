import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { CalendarFeed } from '#contract/calendar-feeds.ts'
import type { Membership } from '#contract/memberships.ts'
import { useApi } from '#web/platform/api.ts'
import { formatDate } from '#web/platform/formats.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { opensDialog } from '#web/ui/dialog.tsx'
import { focusAfterRender } from '#web/ui/focus-after-render.ts'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'
import { useDialogState } from '#web/ui/use-dialog-state.ts'
import Copy from '~icons/lucide/copy'
import { FeedForm } from './feed-form.tsx'

export function FeedsSection({ membership }: { membership: Membership }) {
  const { centerId } = membership
  const { queries } = useApi()
  const removal = useMutation(queries.calendarFeeds.remove.mutationOptions())
  const feeds = useQuery(queries.calendarFeeds.list.queryOptions({ input: { centerId } }))
  const [newFeed, setNewFeed] = useState<{ feed: CalendarFeed; url: string }>()
  const removeDialog = useDialogState<CalendarFeed>()
  const createButton = useRef<HTMLButtonElement>(null)
  const items = feeds.data?.items

  return (
    <div className="grid max-w-form gap-6">
      <p>
        Con una dirección privada ves la agenda en Google Calendar, Apple Calendar u Outlook, y se actualiza sola. Los
        títulos dicen quién viene, nunca para qué.
      </p>
      <p className="text-ink-soft">
        Te avisamos por correo cuando creas una. Si cambias tu contraseña o cierras todas tus sesiones, dejan de
        funcionar: crea otras y vuelve a agregarlas.
      </p>
      <FeedForm membership={membership} feeds={items ?? []} createButton={createButton} onCreated={setNewFeed} />
      {newFeed && <NewFeed url={newFeed.url} />}
      {!items && (
        <Pending query={feeds} loading="Cargando las direcciones" failed="No se pudieron cargar las direcciones">
          <Skeleton className="h-20" />
        </Pending>
      )}
      {items && items.length > 0 && (
        <section aria-labelledby="feeds-title" className="grid gap-3">
          <h3 id="feeds-title">Tus direcciones</h3>
          <ul className="grid gap-2">
            {items.map((feed) => (
              <Card as="li" key={feed.id} className="flex flex-wrap items-center justify-between gap-3">
                <span>
                  <span className="block font-semibold">{feed.professionalName ?? 'Todo el centro'}</span>
                  <span className="block text-sm text-ink-soft">Desde el {formatDate(feed.createdAt)}</span>
                </span>
                <Button variant="secondary" size="small" {...opensDialog} onClick={() => removeDialog.show(feed)}>
                  Eliminar
                </Button>
              </Card>
            ))}
          </ul>
        </section>
      )}
      <ConfirmDialog
        open={removeDialog.isOpen}
        onOpenChange={removeDialog.close}
        title="¿Eliminar esta dirección?"
        consequences={[
          'El calendario que la usa deja de actualizarse.',
          'No se puede recuperar: si la necesitas, crea otra.',
        ]}
        confirmLabel="Eliminar"
        danger
        onConfirm={async () => {
          if (!removeDialog.subject) return
          const { id: feedId } = removeDialog.subject
          await removal.mutateAsync({ centerId, feedId })
          if (newFeed?.feed.id === feedId) setNewFeed(undefined)
          toast({ kind: 'success', title: 'Dirección eliminada' })
          focusAfterRender(createButton)
        }}
      />
    </div>
  )
}

/** Shows the feed's address once: it grants access to the agenda. */
function NewFeed({ url }: { url: string }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(url)
      toast({ kind: 'success', title: 'Dirección copiada' })
    } catch {
      toast({ kind: 'destructive', title: 'No se pudo copiar', description: 'Selecciónala y cópiala a mano.' })
    }
  }
  return (
    <Banner tone="green" role="status" title="Tu dirección está lista. Cópiala ahora: no la volvemos a mostrar.">
      <div className="mt-2 grid gap-3">
        <TextField label="Dirección privada" readOnly value={url} onFocus={(event) => event.target.select()} />
        <div className="flex flex-wrap gap-3">
          <Button size="small" icon={<Copy aria-hidden="true" className="size-4" />} onClick={() => void copy()}>
            Copiar
          </Button>
          <a href={url.replace(/^https?:/, 'webcal:')} className="link inline-flex min-h-11 items-center">
            Abrir en mi calendario
          </a>
        </div>
        <p className="text-sm">No la compartas: quien la tenga ve quién viene y cuándo.</p>
      </div>
    </Banner>
  )
}
