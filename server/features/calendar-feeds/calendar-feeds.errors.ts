import { failWith } from '#contract/errors.ts'
import { teamErrors } from '#contract/team.ts'

export const fail = failWith(teamErrors)
