import { idOf, textOf } from '#web/platform/search-params.ts'

/**
 * `c`: the open conversation. `to`: the account or centre to write to, `as` the centre that writes. `q`: the search in the
 * list.
 */
export type ChatSearch = {
  c?: string | undefined
  to?: string | undefined
  as?: string | undefined
  q?: string | undefined
}

export function parseChatSearch(raw: Record<string, unknown>): ChatSearch {
  return { c: idOf(raw.c), to: idOf(raw.to), as: idOf(raw.as), q: textOf(raw.q) }
}
