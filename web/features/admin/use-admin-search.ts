import { getRouteApi } from '@tanstack/react-router'

import type { AdminSearch } from './admin-search.ts'

const route = getRouteApi('/admin/dashboard')

export const useAdminSearch = (): AdminSearch => route.useSearch()

/** Updates some search parameters in place: the browser's history gets no new entry. */
export function useUpdateAdminSearch(): (change: AdminSearch) => void {
  const navigate = route.useNavigate()
  return (change) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false })
}
