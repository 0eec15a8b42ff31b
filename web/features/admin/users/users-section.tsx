import { getRouteApi } from '@tanstack/react-router'

import { StaffSection } from '../staff-section.tsx'
import { UserPage } from './user-page.tsx'
import { UsersList } from './users-list.tsx'

const route = getRouteApi('/admin/dashboard')

/** All accounts, or the one that the URL names. */
export function UsersSection() {
  const { persona: userId } = route.useSearch()
  if (userId) return <UserPage userId={userId} />
  return (
    <div className="grid gap-10">
      <UsersList />
      <StaffSection />
    </div>
  )
}
