import type { ServiceSlug } from '#contract/specialty-keys.ts'

/** A professional's field. In its texts, «{o|a}» has the masculine ending, then the feminine one. */
export type Focus = {
  service: ServiceSlug
  /** As in a centre's description: «Trabajamos en psicología y nutrición». */
  discipline: string
  titles: readonly string[]
  /** Whether its titles are registered with the ministry of health. */
  isRegistered: boolean
  /** Every professional of the field offers the first one, and one or two of the others. */
  specialties: readonly [string, ...string[]]
  /** Every professional offers the first one. Prices in pesos, from and to. */
  offers: readonly [Offer, ...Offer[]]
  setting: 'talk' | 'hands'
  /** The first sentence of a biography: the training. */
  training: readonly string[]
  /** The next sentences: the way of working. */
  approach: readonly string[]
}

export type Offer = { name: string; minutes: 30 | 45 | 60 | 90; pesos: readonly [from: number, to: number] }
