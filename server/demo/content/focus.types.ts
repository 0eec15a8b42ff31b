import type { ServiceSlug } from '#contract/specialties.ts'

/** What a professional does. In its texts «{o|a}» is what a man is called, then a woman; both are written by people for people. */
export type Focus = {
  service: ServiceSlug
  /** As a centre says it of its team: «Trabajamos en psicología y nutrición». */
  discipline: string
  titles: readonly string[]
  /** Whether its titles are registered with the ministry of health. */
  isRegistered: boolean
  /** The first is everybody's, of the others each has one or two. */
  specialties: readonly [string, ...string[]]
  /** The first is everybody's; pesos from and to. */
  offers: readonly [Offer, ...Offer[]]
  setting: 'talk' | 'hands'
  /** First sentence of a biography: where they come from. */
  training: readonly string[]
  /** The sentences after it: how they work. */
  approach: readonly string[]
}

export type Offer = { name: string; minutes: 30 | 45 | 60 | 90; pesos: readonly [from: number, to: number] }
