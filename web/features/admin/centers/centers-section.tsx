import { useAdminSearch } from '../use-admin-search.ts'
import { CenterPage } from './center-page.tsx'
import { CentersList } from './centers-list.tsx'

/** All centres, or the one that the URL names. */
export function CentersSection() {
  const { centro: centerId } = useAdminSearch()
  return centerId ? <CenterPage centerId={centerId} /> : <CentersList />
}
