import { useSearch } from '@tanstack/react-router'

import { type AdminSearch, parseAdminSearch } from './admin-search.ts'

/** What the URL of the staff area says, as far as it can be read. */
export function useAdminSearch(): AdminSearch {
  return parseAdminSearch(useSearch({ from: '/admin/dashboard' }))
}
