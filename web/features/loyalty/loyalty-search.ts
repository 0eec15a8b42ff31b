import { searchParser } from '#web/platform/search-params.ts'

export const loyaltyTabs = ['recompensas', 'mias', 'historial'] as const
export type LoyaltyTab = (typeof loyaltyTabs)[number]

/** Without `pestana` the first tab is shown. */
export const parseLoyaltySearch = searchParser({ pestana: loyaltyTabs })
export type LoyaltySearch = ReturnType<typeof parseLoyaltySearch>
