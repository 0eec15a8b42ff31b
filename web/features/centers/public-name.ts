import type { CenterCard } from '#contract/center-search.ts'
import type { NamedCenter } from '#contract/center-words.ts'
import type { CenterProfile } from '#contract/centers.ts'

type Named = Pick<CenterCard, 'name' | 'worksAlone'> &
  (Pick<CenterCard, 'team'> | { professionals: readonly Pick<CenterProfile['professionals'][number], 'name'>[] })

/** A centre as sentences about it name it: contract/center-words.ts. */
export function publicName(center: Named): NamedCenter {
  const [only] = 'team' in center ? center.team : center.professionals
  return { centerName: center.name, worksAlone: center.worksAlone, professionalName: only?.name }
}
