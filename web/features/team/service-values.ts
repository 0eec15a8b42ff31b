import { z } from 'zod'
import { cleanDigits } from '#contract/pasted-text.ts'
import { type PricedService, pricedService } from '#contract/services.ts'
import { sessionMinutes } from '#contract/session-minutes.ts'
import type { TeamProfessional } from '#contract/team.ts'
import { serviceSlug } from '#contract/values.ts'
import { pesosText, typedMoney } from '#web/platform/typed-money.ts'

export type TeamService = TeamProfessional['services'][number]

const priceMessage = 'Escribe el precio en pesos, por ejemplo 1.250'
const minutesMessage = `La duración de sesión debe ser un número entre ${sessionMinutes.min} y ${sessionMinutes.max} minutos`

/** The contract's service, with price and duration as typed text. */
export const serviceForm = z
  .object({
    serviceType: z.string().refine((text) => serviceSlug.safeParse(text).success, 'Elige el tipo de servicio'),
    name: pricedService.shape.name,
    price: z.string().refine((text) => typedMoney(text) !== undefined, priceMessage),
    duration: z
      .string()
      .overwrite(cleanDigits)
      .regex(/^\d{1,4}$/, minutesMessage),
  })
  .transform(({ serviceType, name, price, duration }) => ({
    serviceType,
    name,
    priceCents: typedMoney(price),
    durationMinutes: Number(duration),
  }))
  .superRefine((values, context) => {
    const fields = {
      priceCents: 'price',
      durationMinutes: 'duration',
      serviceType: 'serviceType',
      name: 'name',
    } as const
    for (const { path, message } of pricedService.safeParse(values).error?.issues ?? []) {
      context.addIssue({ code: 'custom', path: [fields[path[0] as keyof typeof fields]], message })
    }
  })
  .transform((values) => values as PricedService)
export type ServiceValues = z.input<typeof serviceForm>

export function serviceValues({
  service,
  minutes,
}: {
  service: TeamService | undefined
  minutes: number
}): ServiceValues {
  return {
    serviceType: service?.serviceType ?? '',
    name: service?.name ?? '',
    price: service ? pesosText(service.priceCents) : '',
    duration: String(service?.durationMinutes ?? minutes),
  }
}
