import type { AgendaProfessional } from '#contract/agenda.ts'
import { formatMoney } from '#web/platform/formats.ts'

export function ServiceOptions({ professionals }: { professionals: readonly AgendaProfessional[] }) {
  return professionals
    .filter(({ services }) => services.length > 0)
    .map(({ id, name, services }) => (
      <optgroup key={id} label={name} translate="no">
        {services.map((service) => (
          <option key={service.id} value={service.id}>
            {`${service.name} · ${name} · ${formatMoney(service.priceCents)}`}
          </option>
        ))}
      </optgroup>
    ))
}

export function offerOf({
  professionals,
  serviceId,
}: {
  professionals: readonly AgendaProfessional[]
  serviceId: string
}) {
  for (const professional of professionals) {
    const service = professional.services.find(({ id }) => id === serviceId)
    if (service) return { professional, service }
  }
  return undefined
}
