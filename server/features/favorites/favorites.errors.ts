import { centerErrors } from '#contract/centers.ts'
import { failWith } from '#contract/errors.ts'
import { favoriteErrors } from '#contract/favorites.ts'

export const fail = failWith({ ...favoriteErrors, ...centerErrors })
