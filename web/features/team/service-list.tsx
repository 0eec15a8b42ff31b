import { useMutation } from '@tanstack/react-query'
import type { TeamProfessional } from '#contract/team.ts'
import { formatDuration } from '#web/features/centers/offers.ts'
import { useApi } from '#web/platform/api.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { formatMoney } from '#web/platform/formats.ts'
import { latestOf } from '#web/platform/use-edited.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { opensDialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { useDialogState } from '#web/ui/use-dialog-state.ts'
import Plus from '~icons/lucide/plus'

import { ServiceDialog, type TeamService } from './service-dialog.tsx'

/** A professional's services; discontinued ones come last. */
export function ServiceList({ centerId, professional }: { centerId: string; professional: TeamProfessional }) {
  const edited = useDialogState<TeamService | undefined>()
  const services = professional.services.toSorted((a, b) => Number(b.isActive) - Number(a.isActive))

  return (
    <section aria-label={`Servicios de ${professional.name}`} className="grid gap-2 border-t border-line pt-3">
      {services.length === 0 ? (
        <p className="text-ink-soft">Sin servicios todavía: agrega uno con su precio para que se pueda reservar.</p>
      ) : (
        <ul className="grid divide-y divide-line">
          {services.map((service) => (
            <ServiceRow key={service.id} centerId={centerId} service={service} onEdit={() => edited.show(service)} />
          ))}
        </ul>
      )}
      <Button
        size="small"
        variant="secondary"
        className="justify-self-start"
        icon={<Plus aria-hidden="true" className="size-4" />}
        {...opensDialog}
        onClick={() => edited.show(undefined)}
      >
        Agregar servicio
        <span className="sr-only">
          {' de '}
          <span translate="no">{professional.name}</span>
        </span>
      </Button>
      <ServiceDialog
        key={edited.key}
        centerId={centerId}
        professional={professional}
        service={latestOf(services, edited.subject)}
        open={edited.isOpen}
        onClose={edited.close}
      />
    </section>
  )
}

/** «seña de $ 500»; undefined where none is asked. */
function depositWord({ depositFor, depositCents, depositPercent }: TeamService): string | undefined {
  if (!depositFor) return undefined
  const amount = depositCents === null ? `del ${depositPercent} %` : `de ${formatMoney(depositCents)}`
  return `seña ${amount}${depositFor === 'newcomers' ? ' a pacientes nuevos' : ''}`
}

function ServiceRow({ centerId, service, onEdit }: { centerId: string; service: TeamService; onEdit: () => void }) {
  const { queries } = useApi()
  const update = useMutation(queries.team.updateService.mutationOptions())
  const { name, priceCents, durationMinutes, isActive } = service

  async function setActive(next: boolean) {
    try {
      const { id: serviceId, professionalId: _professionalId, currency: _currency, ...edit } = service
      await update.mutateAsync({ centerId, serviceId, ...edit, isActive: next })
    } catch (error) {
      toast({ kind: 'destructive', title: 'No se pudo cambiar', description: errorMessage(error) })
      return
    }
    toast({
      kind: 'success',
      title: next ? 'El servicio se ofrece de nuevo' : 'El servicio ya no se ofrece',
      description: next ? name : `${name}. Las citas ya reservadas se mantienen.`,
    })
  }

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      <div className="min-w-0 grow basis-48">
        <p className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
          {name}
          {!isActive && <Badge>No se ofrece</Badge>}
        </p>
        <p className="text-sm text-ink-soft tabular-nums">
          {[`${formatMoney(priceCents)}, ${formatDuration(durationMinutes)}`, depositWord(service)]
            .filter(Boolean)
            .join(', ')}
        </p>
      </div>
      <div className="flex gap-1 max-sm:-ml-3">
        <Button size="small" variant="quiet" {...opensDialog} onClick={onEdit}>
          Editar
          <span className="sr-only">{` ${name}`}</span>
        </Button>
        <Button size="small" variant="quiet" pending={update.isPending} onClick={() => setActive(!isActive)}>
          {isActive ? 'Dejar de ofrecer' : 'Volver a ofrecer'}
          <span className="sr-only">{` ${name}`}</span>
        </Button>
      </div>
    </li>
  )
}
