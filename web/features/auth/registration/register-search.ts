import { textOf } from '#web/platform/search-params.ts'

import { type AuthSearch, parseAuthSearch } from './auth-search.ts'

export type RegisterSearch = AuthSearch & { paso?: string }

export function parseRegisterSearch(raw: Record<string, unknown>): RegisterSearch {
  return { ...parseAuthSearch(raw), paso: textOf(raw.paso) }
}
