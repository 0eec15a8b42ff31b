import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { PackageOffer } from '#contract/packages.ts'
import { useApi } from '#web/platform/api.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { formatMoney } from '#web/platform/formats.ts'
import { latestOf } from '#web/platform/use-edited.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { opensDialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import Plus from '~icons/lucide/plus'
import { OfferDialog } from './offer-dialog.tsx'

/** The packages that a centre sells, for its owner. */
export function CenterPackages({ centerId }: { centerId: string }) {
  const { queries } = useApi()
  const query = useQuery(queries.packages.offers.queryOptions({ input: { centerId } }))
  const [edited, setEdited] = useState<PackageOffer | 'new'>()
  const [removed, setRemoved] = useState<PackageOffer>()
  const items = query.data?.items
  const createButton = (
    <Button icon={<Plus aria-hidden="true" />} {...opensDialog} onClick={() => setEdited('new')}>
      Crear bono
    </Button>
  )
  return (
    <section aria-labelledby="center-packages" className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="center-packages">Bonos</h2>
        {items && items.length > 0 && createButton}
      </div>
      {!items && (
        <Pending query={query} loading="Cargando los bonos" failed="No se pudieron cargar los bonos">
          <Skeleton className="h-32" />
        </Pending>
      )}
      {items?.length === 0 && (
        <EmptyState drawing="ticket" title="Todavía no vendes bonos" heading="h3" action={createButton}>
          Varias sesiones de un servicio por un precio. Se venden en el mostrador, desde la ficha del paciente.
        </EmptyState>
      )}
      {items && items.length > 0 && (
        <p className="text-ink-soft">
          Los vendes desde la ficha de cada paciente, en{' '}
          <Link
            to="/center/dashboard"
            search={({ centro }) => ({ centro, seccion: 'pacientes' as const })}
            className="link"
          >
            Pacientes
          </Link>
          .
        </p>
      )}
      {items && items.length > 0 && (
        <ul className="divide-y divide-line overflow-clip rounded-card border border-line bg-panel">
          {items.map((offer) => (
            <OfferRow
              key={offer.id}
              centerId={centerId}
              offer={offer}
              onEdit={() => setEdited(offer)}
              onRemove={() => setRemoved(offer)}
            />
          ))}
        </ul>
      )}
      {edited && (
        <OfferDialog
          key={edited === 'new' ? 'new' : edited.id}
          centerId={centerId}
          offer={edited === 'new' ? undefined : latestOf(items ?? [], edited)}
          onClose={() => setEdited(undefined)}
        />
      )}
      {removed && <RemoveDialog centerId={centerId} offer={removed} onClose={() => setRemoved(undefined)} />}
    </section>
  )
}

type OfferProps = { centerId: string; offer: PackageOffer }

function OfferRow({ centerId, offer, onEdit, onRemove }: OfferProps & { onEdit: () => void; onRemove: () => void }) {
  const { queries } = useApi()
  const updating = useMutation(queries.packages.updateOffer.mutationOptions())
  const { id: offerId, serviceId, serviceName, sessions, priceCents, validityDays, professionals, isActive } = offer
  const name = offerName(offer)

  async function setActive(next: boolean): Promise<void> {
    if (serviceId === null) return
    const { version, professionalIds } = offer
    const terms = { serviceId, professionalIds, sessions, priceCents, validityDays, isActive: next }
    try {
      await updating.mutateAsync({ centerId, offerId, version, ...terms })
      toast({ kind: 'success', title: next ? 'El bono se vende' : 'Bono en pausa', description: name })
    } catch (error) {
      toast({ kind: 'destructive', title: 'No se pudo cambiar el bono', description: errorMessage(error) })
    }
  }

  return (
    <li className="grid gap-3 px-4 py-4 lg:grid-cols-[minmax(0,1fr)_auto] lg:items-center lg:gap-6">
      <div className="grid gap-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="text-base wrap-anywhere">{name}</h3>
          <Badge tone={isActive ? 'green' : 'neutral'}>{isActive ? 'Se vende' : 'En pausa'}</Badge>
          {serviceName !== null && professionals.length === 0 && <Badge tone="amber">Nadie da ese servicio</Badge>}
        </div>
        <p className="tabular-nums">
          {`${formatMoney(priceCents)} · ${formatMoney(Math.floor(priceCents / sessions))} cada una · vale ${validityDays} días`}
        </p>
        <p className="text-sm text-ink-soft" translate="no">
          {professionals.map(({ name: each }) => each).join(', ')}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="secondary" size="small" aria-label={`Editar ${name}`} {...opensDialog} onClick={onEdit}>
          Editar
        </Button>
        {serviceId !== null && (
          <Button
            variant="secondary"
            size="small"
            aria-label={`${isActive ? 'Pausar' : 'Vender'} ${name}`}
            pending={updating.isPending}
            onClick={() => void setActive(!isActive)}
          >
            {isActive ? 'Pausar' : 'Vender'}
          </Button>
        )}
        <Button variant="quietDanger" size="small" aria-label={`Eliminar ${name}`} {...opensDialog} onClick={onRemove}>
          Eliminar
        </Button>
      </div>
    </li>
  )
}

function RemoveDialog({ centerId, offer, onClose }: OfferProps & { onClose: () => void }) {
  const { queries } = useApi()
  const removing = useMutation(queries.packages.removeOffer.mutationOptions())
  async function remove(): Promise<void> {
    await removing.mutateAsync({ centerId, offerId: offer.id })
    toast({ kind: 'success', title: 'Bono eliminado', description: offerName(offer) })
    onClose()
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={(next) => !next && onClose()}
      title={`¿Eliminar el bono de ${offerName(offer)}?`}
      consequences={['No se vende más.', 'Los que ya vendiste siguen valiendo como se vendieron.']}
      confirmLabel="Eliminar"
      danger
      onConfirm={remove}
    />
  )
}

const offerName = ({ sessions, serviceName }: PackageOffer) =>
  serviceName === null ? `${sessions} sesiones de un servicio eliminado` : `${sessions} sesiones de ${serviceName}`
