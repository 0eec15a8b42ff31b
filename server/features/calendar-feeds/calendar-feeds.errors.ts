import { centerErrors } from '#contract/centers.ts'
import { failWith } from '#contract/errors.ts'
import { teamErrors } from '#contract/team.ts'

export const fail = failWith({
  'centers.not_found': centerErrors['centers.not_found'],
  'team.professional_not_found': teamErrors['team.professional_not_found'],
})
