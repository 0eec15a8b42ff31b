import type { ServiceSlug } from '#contract/specialty-keys.ts'

export type NewService = {
  centerId: string
  /** A professional of that centre. */
  professionalId: string
  serviceType: ServiceSlug
  name: string
  priceCents: number
  /** From 15 to 300. */
  durationMinutes: number
}

export type ServiceEdit = Omit<NewService, 'centerId' | 'professionalId'> & { isActive: boolean }
