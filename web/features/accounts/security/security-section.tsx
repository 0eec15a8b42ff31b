import type { User } from '@supabase/auth-js'
import { useQuery } from '@tanstack/react-query'

import type { Me } from '#contract/accounts.ts'
import { useApi } from '#web/platform/api.ts'
import { client } from '#web/platform/session.ts'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

import { authUserKey } from '../api/refresh-auth-user.ts'
import { EmailCard } from './email-card.tsx'
import { IdentitiesCard } from './identities-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { SecondFactorCard } from './second-factor-card.tsx'

/** Everything that signs in to the account: address, password, second factor and connected accounts. */
export function SecuritySection({ me }: { me: Me }) {
  const { queries } = useApi()
  const security = useQuery({
    ...queries.accounts.security.queryOptions(),
    // A recent sign-in stops being recent without a request.
    staleTime: 0,
  })
  const user = useAuthUser()

  if (security.data && user.data) {
    return (
      <div className="grid max-w-form gap-5">
        <EmailCard me={me} security={security.data} />
        <PasswordCard me={me} security={security.data} />
        <SecondFactorCard me={me} user={user.data} security={security.data} />
        <IdentitiesCard user={user.data} hasPassword={security.data.hasPassword} />
      </div>
    )
  }
  const failed = [security, user].filter((query) => query.isError)
  return (
    <Pending
      query={{
        // The authentication library failed to reach its service; its errors are not responses of the API.
        error: security.error ?? (user.error && new TypeError()),
        isFetching: failed.some((query) => query.isFetching),
        refetch: () => Promise.all(failed.map((query) => query.refetch())),
      }}
      loading="Cargando la seguridad de tu cuenta"
      failed="No se pudo cargar la seguridad de tu cuenta"
      className="grid max-w-form gap-5"
    >
      <Skeleton className="h-44" />
      <Skeleton className="h-44" />
      <Skeleton className="h-64" />
    </Pending>
  )
}

/** The current account at the authentication service: its devices and its connected accounts. */
function useAuthUser() {
  return useQuery({
    queryKey: authUserKey,
    queryFn: async (): Promise<User> => {
      const { data, error } = await (await client()).getUser()
      if (error) throw error
      return data.user
    },
    // Always refetched, because another tab or device may have changed it.
    staleTime: 0,
  })
}
