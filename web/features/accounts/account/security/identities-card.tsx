import type { User } from '@supabase/auth-js'
import { useQuery } from '@tanstack/react-query'

import { socialProviders } from '#contract/accounts.ts'
import { useApi } from '#web/platform/api.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

import { connectedAccounts } from './connected-accounts.ts'
import { IdentityRow } from './identity-row.tsx'
import { useConnect } from './use-connect.tsx'
import { useDisconnect } from './use-disconnect.tsx'

/** Accounts elsewhere that open this one. */
export function IdentitiesCard({ user, hasPassword }: { user: User; hasPassword: boolean }) {
  const { queries } = useApi()
  const { data: waysIn, isError, error, isFetching, refetch } = useQuery(queries.accounts.waysIn.queryOptions())
  const connect = useConnect()
  const disconnect = useDisconnect({ hasPassword })

  const rows = waysIn && connectedAccounts({ user, waysIn })
  // Nothing to connect and nothing connected: this part has nothing to say.
  if (rows?.length === 0) return null
  return (
    <Card as="section" aria-labelledby="own-identities" padding="large" className="grid gap-4">
      <h3 id="own-identities">Cuentas conectadas</h3>
      <p className="text-ink-soft">Con una de estas cuentas entras sin escribir tu contraseña.</p>
      {rows && (
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
      )}
      {!rows && isError && (
        <ErrorState
          title="No se pudieron cargar las cuentas conectadas"
          onRetry={() => void refetch()}
          retrying={isFetching}
        >
          {errorMessage(error)}
        </ErrorState>
      )}
      {!rows && !isError && (
        <div aria-busy="true" className="grid gap-2">
          <p role="status" className="sr-only">
            Cargando las cuentas conectadas
          </p>
          {socialProviders.map((provider) => (
            <Skeleton key={provider} className="h-14" />
          ))}
        </div>
      )}
      {connect.dialogs}
      {disconnect.dialogs}
    </Card>
  )
}
