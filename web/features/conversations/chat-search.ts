import { idOf, searchParser, textOf } from '#web/platform/search-params.ts'

/**
 * `c`: the open conversation. `to`: the account or centre to write to, `as` the centre that writes. `q`: the search in the
 * list.
 */
export const parseChatSearch = searchParser({ c: idOf, to: idOf, as: idOf, q: textOf })
export type ChatSearch = ReturnType<typeof parseChatSearch>
