import type { User } from '@supabase/auth-js'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { type Me, socialProviders } from '#contract/accounts.ts'
import { NewPasswordForm } from '#web/features/auth/password/new-password-form.tsx'
import { useApi } from '#web/platform/api.ts'
import { client } from '#web/platform/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { focusAfterRender } from '#web/ui/focus-after-render.ts'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { authUserKey } from '../api/refresh-auth-user.ts'
import { useFeedsEnd } from '../use-feeds-end.ts'
import { useCodeDemand } from './code-demand.tsx'
import { connectedAccounts } from './connected-accounts.ts'
import { EmailCard } from './email-card.tsx'
import { IdentityRow } from './identity-row.tsx'
import { SecondFactorCard } from './second-factor-card.tsx'
import type { Security } from './security.ts'
import { useConnect } from './use-connect.tsx'
import { useDisconnect } from './use-disconnect.tsx'

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

function PasswordCard({ me, security }: { me: Me; security: Security }) {
  const opener = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const feedsEnd = useFeedsEnd()
  const demand = useCodeDemand()
  const { hasPassword } = security

  const close = useCallback(() => {
    setOpen(false)
    // The button is back once the form has closed.
    focusAfterRender(opener, {})
  }, [])

  return (
    <Card as="section" aria-labelledby="own-password" padding="large" className="grid gap-4">
      <h3 id="own-password">Contraseña</h3>
      <p className="text-ink-soft">
        {hasPassword
          ? 'Al cambiarla se cierran las demás sesiones de tu cuenta, y te avisamos por correo.'
          : 'Tu cuenta todavía no tiene una. Con ella entras también sin la cuenta que conectaste. Al crearla se cierran las demás sesiones.'}
      </p>
      {feedsEnd && <p className="text-ink-soft">{feedsEnd}</p>}
      {isOpen ? (
        <NewPasswordForm
          userType={me.userType}
          email={me.email}
          hasPassword={hasPassword}
          isRecent={security.isRecentSignIn}
          onSaved={close}
          onCodeMissing={() => demand.ask()}
          onCancel={close}
        />
      ) : (
        <Button ref={opener} variant="secondary" className="justify-self-start" onClick={() => setOpen(true)}>
          {hasPassword ? 'Cambiar contraseña' : 'Crear contraseña'}
        </Button>
      )}
      {demand.dialog}
    </Card>
  )
}

function IdentitiesCard({ user, hasPassword }: { user: User; hasPassword: boolean }) {
  const { queries } = useApi()
  const query = useQuery(queries.accounts.signInMethods.queryOptions())
  const connect = useConnect()
  const disconnect = useDisconnect({ hasPassword })

  const rows = query.data && connectedAccounts({ user, signInMethods: query.data })
  // Nothing can be connected and nothing is connected: the card is not shown.
  if (rows?.length === 0) return null
  return (
    <Card as="section" aria-labelledby="own-identities" padding="large" className="grid gap-4">
      <h3 id="own-identities">Cuentas conectadas</h3>
      <p className="text-ink-soft">Con una de estas cuentas entras sin escribir tu contraseña.</p>
      {rows ? (
        <ul className="divide-y divide-line border-y border-line" aria-label="Cuentas que puedes conectar">
          {rows.map((row) => (
            <IdentityRow
              key={row.provider}
              row={row}
              isLeaving={connect.leavingFor === row.provider}
              onConnect={() => void connect.begin(row.provider)}
              onDisconnect={disconnect.ask}
            />
          ))}
        </ul>
      ) : (
        <Pending
          query={query}
          loading="Cargando las cuentas conectadas"
          failed="No se pudieron cargar las cuentas conectadas"
          className="grid gap-2"
        >
          {socialProviders.map((provider) => (
            <Skeleton key={provider} className="h-14" />
          ))}
        </Pending>
      )}
      {connect.dialogs}
      {disconnect.dialogs}
    </Card>
  )
}
