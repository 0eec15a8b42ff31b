import { dayOf, searchParser } from '#web/platform/search-params.ts'

/** `version`: of the text to read, by default the one in effect. */
export const parseLegalSearch = searchParser({ version: dayOf })
