import type { User } from '@supabase/auth-js'
import { useQuery } from '@tanstack/react-query'

import { socialProviders } from '#contract/accounts.ts'
import { useApi } from '#web/platform/api.ts'
import { Card } from '#web/ui/card.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

import { connectedAccounts } from './connected-accounts.ts'
import { IdentityRow } from './identity-row.tsx'
import { useConnect } from './use-connect.tsx'
import { useDisconnect } from './use-disconnect.tsx'

/** The accounts at other providers that can sign in to this one. */
export function IdentitiesCard({ user, hasPassword }: { user: User; hasPassword: boolean }) {
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
