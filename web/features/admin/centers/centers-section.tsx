import { useAdminSearch } from '../use-admin-search.ts'
import { CenterPage } from './center-page.tsx'
import { CentersList } from './centers-list.tsx'
import { VisitorPreview } from './visitor-preview.tsx'

/** All centres, or the one that the URL names, or that one as its visitors see it. */
export function CentersSection() {
  const { centro: centerId, vista: view } = useAdminSearch()
  if (!centerId) return <CentersList />
  return view === 'visitante' ? <VisitorPreview centerId={centerId} /> : <CenterPage centerId={centerId} />
}
