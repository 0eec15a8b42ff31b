import type { Agenda, AgendaAppointment, AgendaProfessional } from '#contract/agenda.ts'

type Offer = {
  professional: AgendaProfessional
  service: Pick<AgendaProfessional['services'][number], 'id' | 'name'>
  isOwn: boolean
}

/** Who does the same: its own professional first, then those who offer a service of that name. */
export function sameServices({ agenda, appointment }: { agenda: Agenda; appointment: AgendaAppointment }): Offer[] {
  const wanted = appointment.service.name.trim().toLocaleLowerCase('es')
  return agenda.professionals
    .flatMap((professional): Offer[] => {
      const isOwn = professional.id === appointment.professionalId
      const service = isOwn
        ? professional.services.find(({ id }) => id === appointment.service.id)
        : professional.services.find(
            ({ name, durationMinutes }) =>
              name.trim().toLocaleLowerCase('es') === wanted && durationMinutes === appointment.service.durationMinutes,
          )
      // A service that is offered no more can still be moved with whom it was booked.
      if (!service) return isOwn ? [{ professional, service: appointment.service, isOwn }] : []
      return [{ professional, service, isOwn }]
    })
    .sort((a, b) => Number(b.isOwn) - Number(a.isOwn))
}
