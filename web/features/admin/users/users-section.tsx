import { useAdminSearch } from '../use-admin-search.ts'
import { StaffSection } from './staff-section.tsx'
import { UserPage } from './user-page.tsx'
import { UsersList } from './users-list.tsx'

export function UsersSection() {
  const { persona: userId } = useAdminSearch()
  if (userId) return <UserPage userId={userId} />
  return (
    <div className="grid gap-10">
      <UsersList />
      <StaffSection />
    </div>
  )
}
