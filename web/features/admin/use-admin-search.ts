import { getRouteApi } from '@tanstack/react-router'

import { type AdminSearch, parseAdminSearch } from './admin-search.ts'

const route = getRouteApi('/admin/dashboard')

/** The search parameters of the staff area, without the invalid ones. */
export function useAdminSearch(): AdminSearch {
  return parseAdminSearch(route.useSearch())
}

/** Updates some search parameters in place: the browser's history gets no new entry. */
export function useUpdateAdminSearch(): (change: AdminSearch) => void {
  const navigate = route.useNavigate()
  return (change) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false })
}
