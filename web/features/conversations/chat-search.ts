import { idOf, searchParser, textOf } from '#web/platform/search-params.ts'

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

export const parseChatSearch = searchParser<ChatSearch>({ c: idOf, to: idOf, as: idOf, q: textOf })
