import { api } from '#server/api/procedures.ts'
import { listSuggestions } from '../usecases/list-suggestions.ts'

export const suggestionsRoutes = {
  list: api.suggestions.list.handler(async ({ input: { q }, context: { platform } }) => ({
    items: await listSuggestions(platform, { q }),
  })),
}
